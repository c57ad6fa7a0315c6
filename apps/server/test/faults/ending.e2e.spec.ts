import { describe, expect, it } from '@jest/globals';
import { createToken } from '@resource-catalogue/tokens';
import { openDatabase } from '@resource-catalogue/database';
import { countOf, select } from '@resource-catalogue/database/testing/stored';
import { copyDatabase, databaseKinds } from '@resource-catalogue/database/testing/databases';
import { timed } from '@resource-catalogue/testing/figures';
import { objectOf, textOf } from '@resource-catalogue/testing/json';
import { until } from '@resource-catalogue/testing/until';
import { type Process, send, startProcess } from '../projects/support/processes.js';
import { startInstance } from '../support/service.js';

const kills = Number(process.env['EXHAUSTIVE_ROUNDS'] ?? 1);
const writers = 4;

const idIn = (text: string): string => textOf(objectOf(objectOf(JSON.parse(text))['data'])['id']);

interface Made {
  readonly key: string;
  /** Null where no answer came. */
  readonly id: string | null;
}

// On PostgreSQL, which goes on, a kill at the worst moments is tested on every run (`projects/crash.e2e.spec.ts`).
const kinds = databaseKinds.filter((kind) => kind === 'embedded' || process.env['EXHAUSTIVE']);

describe.each(kinds)('a service that is killed while it writes, on the %s database', (kind) => {
  it('WRITE-7, WRITE-9: has everything that it confirmed, and makes the rest once when it is asked again', async () => {
    const copy = await copyDatabase(kind);
    const everything = {
      name: 'a',
      scopes: ['read', 'projects:write'],
      quota: { requests: 1e6, seconds: 60 },
    } as const;
    const { token } = await createToken(copy.database.prisma, { ...everything, expiresAt: null });
    const members = await select(copy.database, 'SELECT id::text FROM members WHERE soft_deleted_at IS NULL LIMIT 1');
    const author = textOf(members[0]?.[0]);
    // Only one process can have the embedded database.
    await copy.database.close();
    const made: Made[] = [];
    const body = (key: string) => JSON.stringify({ name: key, author_id: author, steps: [{ title: 'a' }] });
    const post = (to: Pick<Process, 'url'>, key: string) => send(to, token, body(key), { 'idempotency-key': key });

    async function write(to: Process, round: number, writer: number): Promise<void> {
      for (let count = 0; ; count += 1) {
        const key = `round-${round}-writer-${writer}-project-${count}`;
        const answer = await post(to, key).catch(() => null);
        made.push({ key, id: answer === null ? null : idIn(answer.text) });
        if (answer === null) return;
      }
    }

    for (let round = 0; round < kills; round += 1) {
      const dying = await startProcess(copy);
      const before = made.length;
      const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(dying, round, writer)));
      await until(() => made.length >= before + writers * 2 + round, writing);
      dying.program.child.kill('SIGKILL');
      await Promise.all([writing, dying.program.ended]);
    }

    const database = await timed(`a killed service, ${kind}: opened again`, () => openDatabase(copy.location));
    const again = await startInstance(database, token);
    for (const { key, id } of made) {
      const answer = await post(again, key);
      expect([answer.status, id ?? idIn(answer.text)]).toEqual([201, idIn(answer.text)]);
    }
    await again.close();
    expect(await countOf(database, `projects WHERE name LIKE 'round-%'`)).toBe(made.length);
    expect(made.filter(({ id }) => id === null).length).toBeGreaterThanOrEqual(kills);
    await database.close();
    await copy.drop();
  });
});
