import type { Database } from '@resource-catalogue/database';

/** A statement of so many stays far below its time limit, however many tokens are in use. */
const atOnce = 5000;

/**
 * Stores when tokens were last used, by their ids and in milliseconds. The latest time of several instances stays. Where two of
 * them update the same rows in a circle, one fails and stores again later.
 */
export async function storeLastUses(
  database: Pick<Database, 'prisma' | 'writing'>,
  uses: ReadonlyMap<string, number>,
): Promise<void> {
  const all = [...uses];
  for (let start = 0; start < all.length; start += atOnce) {
    const some = all.slice(start, start + atOnce);
    const ids = some.map(([id]) => id);
    const instants = some.map(([, at]) => new Date(at).toISOString());
    await database.writing(
      () => database.prisma.$executeRaw`
        UPDATE access_tokens SET last_used_at = used.at
        FROM unnest(${ids}::uuid[], ${instants}::timestamptz[]) AS used (id, at)
        WHERE access_tokens.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`,
    );
  }
}
