import type { Database } from './database.js';

/**
 * Keeps when tokens were last used, by their ids and in milliseconds, in one statement. Of several instances the greatest time
 * stays; where two of them update the same rows in a circle, one fails and stores again later.
 */
export async function storeLastUses(
  database: Pick<Database, 'prisma' | 'writing'>,
  uses: ReadonlyMap<string, number>,
): Promise<void> {
  const ids = [...uses.keys()];
  const instants = [...uses.values()].map((at) => new Date(at).toISOString());
  await database.writing(
    () => database.prisma.$executeRaw`
      UPDATE access_tokens SET last_used_at = used.at
      FROM unnest(${ids}::uuid[], ${instants}::timestamptz[]) AS used (id, at)
      WHERE access_tokens.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`,
  );
}
