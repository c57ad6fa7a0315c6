import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@resource-catalogue/database';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { type JsonObject, textOf, valuesAt } from '@resource-catalogue/testing/json';
import { idsOf, listPage, walk } from '../support/list-page.js';
import { type Instance, startInstance, startTestService, type TestService } from '../support/service.js';

/** A list whose rows show, at every path, names that one transaction changes together. */
interface Probe {
  readonly collection: string;
  readonly query: string;
  readonly paths: readonly string[];
}

/** Transactions, beside each of which every reader lists once. */
const rounds = 20 * Number(process.env['EXHAUSTIVE_ROUNDS'] ?? 1);

describe.each(databaseKinds)('summaries under writes on the %s database', (kind) => {
  let service: TestService;
  let second: Instance;
  let closeSecond: () => Promise<void>;
  let committed = 0;

  beforeAll(async () => {
    service = await startTestService(kind);
    const database = kind === 'embedded' ? service.database : await openDatabase(service.location);
    second = await startInstance(database, service.token);
    closeSecond = async () => {
      await second.close();
      if (database !== service.database) await database.close();
    };
    // From the start on, every name that is compared is the same counter.
    await write(0);
  });
  afterAll(async () => {
    await closeSecond();
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

  const numbers = (row: JsonObject, paths: readonly string[]): number[] =>
    paths.flatMap((path) => valuesAt(row, path)).map((name) => Number(textOf(name).slice(1)));

  /** Lists once, after as many turns of the event loop: the answer shows one state, and never an older one than `newest`. */
  async function read(instance: Instance, probe: Probe, turns: number, newest: number): Promise<number> {
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    const atLeast = Math.max(newest, committed);
    const { rows } = await listPage(instance, probe.collection, probe.query);
    const seen = new Set(rows.flatMap((row) => numbers(row, probe.paths)));
    // SHAPE-9: two states of one transaction in one answer would be two numbers.
    expect({ probe, states: seen.size }).toEqual({ probe, states: 1 });
    // WRITE-9's sense for imports: what is committed before a request begins shows in its answer.
    expect(Math.max(...seen)).toBeGreaterThanOrEqual(atLeast);
    return Math.max(...seen);
  }

  it('SHAPE-9: no answer mixes two states of one transaction, on two instances', async () => {
    const bookings = await walk(service, 'bookings', 'limit=200');
    const both = bookings.filter((row) => row['member'] !== null && row['machine_unit'] !== null);
    const some = idsOf(both).slice(0, 60).join(',');
    expect(both.length).toBeGreaterThan(10);
    const probes: Probe[] = [
      {
        collection: 'bookings',
        query: `filters[id][in]=${some}`,
        paths: ['member.last_name', 'machine_unit.machine.name', 'space.name'],
      },
      { collection: 'machine_units', query: 'limit=20', paths: ['name', 'machine.name', 'space.name'] },
      {
        collection: 'trainings',
        query: 'limit=10',
        paths: ['machines[].name', 'space.name', 'category.name', 'prices[].category.name'],
      },
    ];
    const readers = probes.flatMap((probe) => [service, second].map((instance) => ({ probe, instance, newest: 0 })));
    for (let round = 1; round <= rounds; round += 1) {
      const reading = readers.map(async (reader, place) => {
        // Some begin before the transaction, some within it, each at another moment in each round.
        reader.newest = await read(reader.instance, reader.probe, (round * 5 + place * 7) % 23, reader.newest);
      });
      for (let turn = 0; turn < round % 5; turn += 1) await setImmediate();
      await Promise.all([...reading, write(round)]);
    }
    expect(readers.map(({ newest }) => newest > rounds / 2)).toEqual(readers.map(() => true));
  });
});
