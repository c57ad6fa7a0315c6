import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type CollectionName, collections, filterTable } from '@resource-catalogue/contracts';
import type { Database } from '../../src/database/database.js';
import { openDatabase } from '../../src/database/open-database.js';
import type { ReadSource, Statement } from '../../src/database/read-source.js';
import { conditionMetBy, unknownId, valuesOf } from '../support/collection/filter-queries.js';
import { databaseKinds } from '../support/databases.js';
import { objectOf, textOf } from '../support/json.js';
import { listPage, pathOf, walk } from '../support/list-page.js';
import { type Instance, startInstance, startTestService, type TestService } from '../support/service.js';

jest.setTimeout(60_000);

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The source of a database, which notes every statement that passes. */
function noting(source: ReadSource, sent: Sent[]): ReadSource {
  return {
    query: (statement: Statement, values) => {
      sent.push({ text: statement.text, values });
      return source.query(statement, values);
    },
    snapshot: (work) => source.snapshot((inner) => work(noting(inner, sent))),
  };
}

/** How many kinds of summary a row names by id: each is one more statement while nothing of it is cached. By hand. */
const summaries: Readonly<Record<CollectionName, number>> = {
  bookings: 7,
  categories: 0,
  event_sessions: 2,
  events: 2,
  machine_units: 2,
  machines: 2,
  members: 4,
  place_units: 2,
  places: 2,
  plans: 1,
  project_licenses: 0,
  project_thematics: 0,
  projects: 3,
  spaces: 1,
  subscriptions: 3,
  training_sessions: 2,
  trainings: 2,
  users: 1,
};

describe.each(databaseKinds)('statements on the %s database', (kind) => {
  let service: TestService;
  const sent: Sent[] = [];
  let instance: Instance;
  beforeAll(async () => {
    service = await startTestService(kind);
    const { database } = service;
    instance = await startInstance({ ...database, source: noting(database.source, sent) }, service.token);
  });
  afterAll(async () => {
    await instance.close();
    await service.close();
  });

  /** As if every summarised table had changed: nothing that is cached is of the new revisions. */
  const forget = () => service.database.exec('UPDATE revisions SET revision = gen_random_uuid()');

  async function statementsOf(on: Instance, path: string): Promise<Sent[]> {
    sent.length = 0;
    const answer = await on.request(path);
    expect(answer.status).toBe(200);
    return [...sent];
  }

  it('a page costs one statement, and one more for each kind of summary that is not cached, however many rows it has', async () => {
    const table: unknown[] = [];
    const expected: unknown[] = [];
    for (const { name } of collections) {
      const count = async (limit: number) => (await statementsOf(instance, pathOf(name, `limit=${limit}`))).length;
      await forget();
      const cold1 = await count(1);
      await forget();
      const cold200 = await count(200);
      const [warm1, warm200] = [await count(1), await count(200)];
      table.push({ name, cold200, warm1, warm200, bounded: cold1 <= cold200 });
      expected.push({ name, cold200: 1 + summaries[name], warm1: 1, warm200: 1, bounded: true });
    }
    expect(table).toEqual(expected);
  });

  it('a page deep in a list, and a filtered one, cost no more', async () => {
    for (const { name } of collections) {
      await walk(instance, name, 'limit=200');
      const first = await listPage(instance, name, 'limit=3');
      const deep = await statementsOf(instance, pathOf(name, `limit=3&cursor=${first.meta.next}`));
      const filtered = await statementsOf(instance, pathOf(name, `limit=200&filters[id][not_in]=${unknownId}`));
      expect([name, deep.length, filtered.length]).toEqual([name, 1, 1]);
    }
  });

  it('a single resource costs one statement', async () => {
    for (const { name, get } of collections) {
      if (!get) continue;
      const { rows } = await listPage(instance, name, 'limit=1');
      const path = `/api/v1/${name}/${textOf(rows[0]?.['id'])}`;
      await instance.request(path);
      expect([name, (await statementsOf(instance, path)).length]).toEqual([name, 1]);
    }
  });

  it('no value of a filter or a cursor stands in the text of a statement', async () => {
    for (const contract of collections) {
      const census = await walk(service, contract.name, 'limit=200');
      for (const filter of filterTable(contract.filters).values()) {
        if (filter.kind === 'boolean') continue;
        // Two conditions of the same form differ in their values alone.
        const met = census
          .map((row) => conditionMetBy(contract, filter, row)?.query)
          .filter((query) => query !== undefined);
        const [one = '', two = ''] = new Set(met);
        const texts = [
          await statementsOf(instance, pathOf(contract.name, one)),
          await statementsOf(instance, pathOf(contract.name, two)),
        ];
        expect(texts[0]?.[0]?.text).toBe(texts[1]?.[0]?.text);
        const [value = ''] = valuesOf(contract, filter.field, census);
        const [rows] = await statementsOf(
          instance,
          pathOf(contract.name, `filters[${filter.field}][${filter.operators[0]}]=${encodeURIComponent(value)}`),
        );
        if (filter.kind !== 'text' || !value.includes(',')) expect(rows?.values).toContain(value);
      }
      const sort = `sort=${contract.sorts.at(-1)}`;
      const pages = [
        await listPage(instance, contract.name, `${sort}&limit=1`),
        await listPage(instance, contract.name, `${sort}&limit=2`),
      ];
      const behind = await Promise.all(
        pages.map(
          async ({ meta }) =>
            (await statementsOf(instance, pathOf(contract.name, `${sort}&limit=9&cursor=${meta.next}`)))[0],
        ),
      );
      expect(behind[0]?.text).toBe(behind[1]?.text);
    }
  });
});

if (databaseKinds.includes('postgres')) {
  describe('time limit of a statement on the postgres database', () => {
    let service: TestService;
    let hasty: Instance;
    let database: Database;
    beforeAll(async () => {
      service = await startTestService('postgres');
      const url = new URL(service.location.databaseUrl ?? '');
      url.searchParams.set('statement_timeout', '100');
      database = await openDatabase({ ...service.location, databaseUrl: url.href });
      hasty = await startInstance(database, service.token);
    });
    afterAll(async () => {
      await hasty.close();
      await database.close();
      await service.close();
    });

    it('ERR-5: a list and a get beyond it are 503 with Retry-After, and the next ones are answered', async () => {
      const { rows } = await listPage(hasty, 'place_units', 'limit=1');
      const paths = [pathOf('place_units'), `/api/v1/place_units/${textOf(rows[0]?.['id'])}`];
      await service.database.prisma.$transaction(async (transaction) => {
        await transaction.$executeRawUnsafe('LOCK TABLE place_units IN ACCESS EXCLUSIVE MODE');
        for (const path of paths) {
          const answer = await hasty.request(path);
          expect(answer.status).toBe(503);
          expect(answer.headers['content-type']).toBe('application/problem+json');
          expect(String(answer.headers['retry-after'])).toMatch(/^[1-9][0-9]*$/);
          expect([objectOf(answer.json())['code'], answer.headers['cache-control']]).toEqual([
            'unavailable',
            'no-store',
          ]);
          expect(answer.text).not.toMatch(/statement|timeout|place_units "|SELECT|57014/);
        }
      });
      for (const path of paths) expect((await hasty.request(path)).status).toBe(200);
    });
  });
}
