import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AnyCollectionContract,
  bookingsContract,
  collections,
  filterTable,
  projectsContract,
} from '@resource-catalogue/contracts';
import type { ReadSource, Statement } from '@resource-catalogue/database';
import { definitions, Reader, SummaryCache } from '@resource-catalogue/read';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { type JsonObject, objectOf, textOf, valuesAt } from '@resource-catalogue/testing/json';
import { runOn, untilSessions, whileHeld } from '@resource-catalogue/database/testing/server-sql';
import { conditionMetBy, unknownId, valuesOf } from '../support/collection/filter-queries.js';
import { listPage, pathOf, walk } from '../support/list-page.js';
import { type Instance, startInstance, startTestService, type TestService } from '../support/service.js';

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

/** How many kinds of summary the rows name by id: each is one more statement while nothing of it is cached. */
function summariesNamed(contract: AnyCollectionContract, rows: readonly JsonObject[]): number {
  const named = [...definitions[contract.name].sources].flatMap(([key, source]) => {
    const shows = (path: string) => rows.some((row) => valuesAt(row, path).some((value) => value !== null));
    if (source.from === 'ref' || source.from === 'reverse') return shows(key) ? [source.summary] : [];
    if (source.from === 'set') return shows(`${key}[]`) ? [source.summary] : [];
    if (source.from !== 'children') return [];
    const inner = [...source.summary.sources];
    return inner.flatMap(([part, of]) => (of.from === 'ref' && shows(`${key}[].${part}`) ? [of.summary] : []));
  });
  return new Set(named).size;
}

describe.each(databaseKinds)('statements on the %s database', (kind) => {
  let service: TestService;
  const sent: Sent[] = [];
  let instance: Instance;
  beforeAll(async () => {
    service = await startTestService(kind);
    const { database } = service;
    const source = noting(database.source, sent);
    instance = await startInstance({ ...database, source, reads: source }, service.token);
  });
  afterAll(async () => {
    await instance.close();
    await service.close();
  });

  /** As if rows that nobody knows had changed in every summarised table: nothing that is cached is of the new revisions. */
  const forget = () => service.database.exec('UPDATE revisions SET revision = gen_random_uuid()');

  let questions = 0;

  /** Each time under another address (FILT-11), as an answer that is asked for again is not made again. */
  async function statementsOf(on: Instance, path: string): Promise<Sent[]> {
    sent.length = 0;
    questions += 1;
    const answer = await on.request(`${path}${path.includes('?') ? '' : '?'}${'&'.repeat(questions)}`);
    expect(answer.status).toBe(200);
    return [...sent];
  }

  it('a page costs one statement, one more where tables have changed, and one for each kind of summary that is not cached', async () => {
    const table: unknown[] = [];
    const expected: unknown[] = [];
    for (const contract of collections) {
      const { name } = contract;
      const count = async (limit: number) => (await statementsOf(instance, pathOf(name, `limit=${limit}`))).length;
      await forget();
      const cold1 = await count(1);
      await forget();
      const cold200 = await count(200);
      const [warm1, warm200] = [await count(1), await count(200)];
      table.push({ name, cold200, warm1, warm200, bounded: cold1 <= cold200 });
      const { rows } = await listPage(instance, name, 'limit=200');
      const named = summariesNamed(contract, rows);
      expected.push({ name, cold200: named === 0 ? 1 : 2 + named, warm1: 1, warm200: 1, bounded: true });
    }
    expect(table).toEqual(expected);
  });

  it('SHAPE-9: where one row of a table has changed, the next page asks for the summary of that row alone', async () => {
    await walk(instance, 'bookings', 'limit=200');
    const { rows } = await listPage(instance, 'bookings', 'limit=200');
    const unit = textOf(rows.flatMap((row) => valuesAt(row, 'machine_unit.id')).find((id) => id !== null));
    await service.database.exec(`UPDATE machine_units SET sku = sku || '!' WHERE id = '${unit}'`);
    const [, revisions, summaries, ...more] = await statementsOf(instance, pathOf('bookings', 'limit=200'));
    expect([revisions?.values, summaries?.values, more]).toEqual([[], [`{${unit}}`], []]);
    // What an inner summary shows is in rows that are not named.
    await service.database.exec(
      `UPDATE machines SET name = name || '!' WHERE id = (SELECT machine_id FROM machine_units WHERE id = '${unit}')`,
    );
    const [, , units] = await statementsOf(instance, pathOf('bookings', 'limit=200'));
    expect(units?.text).toContain(' FROM machine_units ');
    expect(units?.values.map(String).join().split(',').length).toBeGreaterThan(1);
  });

  it('a page deep in a list, and a filtered one, cost no more', async () => {
    // How large the tables are is read by the first list with filters, and known for a minute.
    await listPage(instance, 'bookings', `filters[id][not_in]=${unknownId}`);
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

  it('gets that begin together share one, and each has its own answer', async () => {
    const reader = new Reader(noting(service.database.source, sent), new SummaryCache());
    for (const { contract, statements } of [
      { contract: bookingsContract, statements: 1 },
      // They can be long, so each is read on its own.
      { contract: projectsContract, statements: 5 },
    ]) {
      const definition = definitions[contract.name];
      const { rows } = await listPage(instance, contract.name, 'limit=2');
      const ids = rows.map(({ id }) => textOf(id));
      const get = (id: string) => reader.get(definition, id);
      await Promise.all(ids.map(get));
      sent.length = 0;
      const answers = await Promise.allSettled([...ids, unknownId, ...ids].map(get));
      const shown = answers.map((answer) =>
        answer.status === 'fulfilled' ? textOf(objectOf(JSON.parse(answer.value.text))['id']) : null,
      );
      expect([contract.name, shown]).toEqual([contract.name, [...ids, null, ...ids]]);
      expect([contract.name, sent.length]).toEqual([contract.name, statements]);
    }
  });

  it('no value of a filter or a cursor stands in the text of a statement', async () => {
    const filtered = process.env['EXHAUSTIVE'] ? collections : collections.filter((_, index) => index % 3 === 0);
    for (const contract of new Set<AnyCollectionContract>([...filtered, bookingsContract])) {
      const snapshot = await walk(service, contract.name, 'limit=200');
      for (const filter of filterTable(contract.filters).values()) {
        if (filter.kind === 'boolean') continue;
        // Two conditions of the same form differ in their values alone.
        const met = snapshot
          .map((row) => conditionMetBy(contract, filter, row)?.query)
          .filter((query) => query !== undefined);
        const [one = '', two = ''] = new Set(met);
        const texts = [
          await statementsOf(instance, pathOf(contract.name, one)),
          await statementsOf(instance, pathOf(contract.name, two)),
        ];
        expect(texts[0]?.[0]?.text).toBe(texts[1]?.[0]?.text);
        const [value = ''] = valuesOf(contract, filter.field, snapshot);
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
  describe('a statement that is canceled on the postgres database', () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startTestService('postgres');
    });
    afterAll(() => service.close());

    // PostgreSQL tells of a time limit in the same way, and this takes no time.
    const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`;

    it('ERR-5: a list and a get are 503 with Retry-After, and the next ones are answered', async () => {
      const { rows } = await listPage(service, 'place_units', 'limit=1');
      const paths = [pathOf('place_units'), `/api/v1/place_units/${textOf(rows[0]?.['id'])}`];
      const { databaseUrl } = service.location;
      await whileHeld(databaseUrl, 'LOCK TABLE place_units IN ACCESS EXCLUSIVE MODE', async () => {
        for (const path of paths) {
          const asked = service.request(path);
          await untilSessions(service.database, 'cardinality(pg_blocking_pids(pid)) > 0', asked);
          await runOn(databaseUrl, cancel);
          const answer = await asked;
          expect(answer.status).toBe(503);
          expect(answer.headers['content-type']).toBe('application/problem+json');
          expect(String(answer.headers['retry-after'])).toMatch(/^[1-9][0-9]*$/);
          expect([objectOf(answer.json())['code'], answer.headers['cache-control']]).toEqual([
            'unavailable',
            'no-store',
          ]);
          expect(answer.text).not.toMatch(/statement|timeout|place_units "|SELECT|\b57014\b/);
        }
      });
      for (const path of paths) expect((await service.request(path)).status).toBe(200);
    });
  });
}
