import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openDatabase } from '../../src/database/open-database.js';
import { databaseKinds } from '../support/databases.js';
import { type JsonObject, textOf, valuesAt } from '../support/json.js';
import { idsOf, listPage, walk } from '../support/list-page.js';
import { type Instance, startInstance, startTestService, type TestService } from '../support/service.js';

jest.setTimeout(120_000);

/** A list whose rows show, at every path, names that one transaction changes together. */
interface Probe {
  readonly collection: string;
  readonly query: string;
  readonly paths: readonly string[];
}

const fewestTransactions = 60;
const mostTransactions = 1000;
/** Readers that were shut out would have proved nothing. */
const fewestAnswers = 8;

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
    const { prisma } = service.database;
    const name = `n${String(counter).padStart(6, '0')}`;
    const transaction = () =>
      prisma.$transaction([
        prisma.category.updateMany({ data: { name } }),
        prisma.machine.updateMany({ data: { name } }),
        prisma.machineUnit.updateMany({ data: { name } }),
        prisma.member.updateMany({ data: { last_name: name } }),
        prisma.space.updateMany({ data: { name } }),
      ]);
    // On a slow machine it may outlast Prisma's patience; then nothing is stored, and the same is written again.
    await transaction().catch(transaction);
    committed = counter;
  }

  const numbers = (row: JsonObject, paths: readonly string[]): number[] =>
    paths.flatMap((path) => valuesAt(row, path)).map((name) => Number(textOf(name).slice(1)));

  /** Lists again and again until the writer is done: each answer shows one state, and never an older one than before. */
  async function read(instance: Instance, probe: Probe, answered: () => void, done: () => boolean): Promise<void> {
    let newest = 0;
    while (!done()) {
      const atLeast = Math.max(newest, committed);
      const { rows } = await listPage(instance, probe.collection, probe.query);
      const seen = new Set(rows.flatMap((row) => numbers(row, probe.paths)));
      // SHAPE-9: two states of one transaction in one answer would be two numbers.
      expect({ probe, states: seen.size }).toEqual({ probe, states: 1 });
      newest = Math.max(...seen);
      // WRITE-9's sense for imports: what is committed before a request begins shows in its answer.
      expect(newest).toBeGreaterThanOrEqual(atLeast);
      answered();
    }
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
    const answers = new Map<string, number>();
    let writing = true;
    const readers = probes.flatMap((probe) =>
      [service, second].map((instance) => {
        const reader = `${probe.collection} of ${instance.url}`;
        answers.set(reader, 0);
        return read(
          instance,
          probe,
          () => answers.set(reader, (answers.get(reader) ?? 0) + 1),
          () => !writing,
        );
      }),
    );
    try {
      const enough = () => committed >= fewestTransactions && Math.min(...answers.values()) >= fewestAnswers;
      while (!enough()) {
        if (committed >= mostTransactions) throw new Error(`Readers starve: ${JSON.stringify([...answers])}`);
        await write(committed + 1);
        // The embedded database answers without ever waiting, so the sockets need a turn of the event loop.
        await setImmediate();
      }
    } finally {
      writing = false;
    }
    await Promise.all(readers);
  });
});
