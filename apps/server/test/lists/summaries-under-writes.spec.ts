import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { type JsonObject, textOf, valuesAt } from '@resource-catalogue/testing/json';
import { listPage } from '../support/list-page.js';
import { type Instance, otherInstance, startTestService, type TestService } from '../support/service.js';

/** Transactions, beside each of which every reader lists once. */
const rounds = 10 * Number(process.env['EXHAUSTIVE_ROUNDS'] ?? 1);

/** Lists whose rows show, at every path, names that one transaction changes together. */
const probes: readonly (readonly [collection: string, query: string, paths: readonly string[]])[] = [
  ['bookings', 'limit=60', ['member.last_name', 'machine_unit.machine.name', 'space.name']],
  ['machine_units', 'limit=20', ['name', 'machine.name', 'space.name']],
  ['trainings', 'limit=10', ['machines[].name', 'space.name', 'category.name', 'prices[].category.name']],
];

const numbers = (row: JsonObject, paths: readonly string[]): number[] =>
  paths.flatMap((path) => {
    // A booking has one of several targets.
    const [first = ''] = path.split('.');
    return row[first] === null ? [] : valuesAt(row, path).map((name) => Number(textOf(name).slice(1)));
  });

describe.each(databaseKinds)('summaries under writes on the %s database', (kind) => {
  let service: TestService;
  let other: Instance;
  let committed = 0;
  beforeAll(async () => {
    service = await startTestService(kind);
    other = await otherInstance(service);
    // From the start, every name that is compared is the same counter.
    await write(0);
  });
  afterAll(async () => {
    await other.close();
    await service.close();
  });

  /** One transaction: members, machines, spaces, categories and a row's own column all say the same number. */
  async function write(counter: number): Promise<void> {
    const name = `n${String(counter).padStart(6, '0')}`;
    // However slow the machine is: one of Prisma's transactions would be given up after some seconds.
    await service.database.session((session) =>
      session.transaction(async ({ exec }) => {
        for (const table of ['categories', 'machines', 'machine_units', 'spaces'])
          await exec(`UPDATE ${table} SET name = '${name}'`);
        await exec(`UPDATE members SET last_name = '${name}'`);
      }),
    );
    committed = counter;
  }

  it('SHAPE-9: no answer mixes two states of one transaction, or is older than the last one, on two instances', async () => {
    const readers = probes.flatMap((probe) => [service, other].map((instance) => ({ probe, instance, newest: 0 })));
    for (let round = 1; round <= rounds; round += 1) {
      const reading = readers.map(async (reader, place) => {
        const [collection, query, paths] = reader.probe;
        // Some begin before the transaction, some within it, each at another moment in each round.
        for (let turn = 0; turn < (round * 5 + place * 7) % 23; turn += 1) await setImmediate();
        const atLeast = Math.max(reader.newest, committed);
        const { rows } = await listPage(reader.instance, collection, query);
        const [seen = -1, ...others] = new Set(rows.flatMap((row) => numbers(row, paths)));
        expect({ collection, others }).toEqual({ collection, others: [] });
        expect(seen).toBeGreaterThanOrEqual(atLeast);
        reader.newest = seen;
      });
      for (let turn = 0; turn < round % 5; turn += 1) await setImmediate();
      await Promise.all([...reading, write(round)]);
    }
    expect(readers.filter(({ newest }) => newest <= rounds / 2)).toEqual([]);
  });
});
