import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AnyCollectionContract,
  bookingsContract,
  collections,
  type FilterField,
  fieldTable,
  filterTable,
} from '@resource-catalogue/contracts';
import { type ListQuery, parseListQuery } from '@resource-catalogue/list-query';
import fc from 'fast-check';
import { AccessPaths, catalogueDefinitions, type PathLimits, Reader, SummaryCache } from '@resource-catalogue/read';
import { databaseKinds, type TestDatabase } from '@resource-catalogue/database/testing/databases';
import { type JsonObject, objectOf } from '@resource-catalogue/testing/json';
import { seededDatabase } from '@resource-catalogue/database/testing/once/seeded-database';
import { both, type Keep, keeps } from '../support/collection/filter-oracle.js';
import { setQuery, unknownId, valuesOf } from '../support/collection/filter-queries.js';
import { sorted } from '../support/collection/order.js';
import { idsOf } from '../support/list-page.js';

const rounds = Number(process.env['EXHAUSTIVE_ROUNDS'] ?? 1) * 60;
const pages = 3;

/** Limits of tables that are larger than any test's. */
const limits: Readonly<Record<string, PathLimits>> = {
  'few rows of a filter': { largeTable: 0, fewRows: 1e6, manyRows: 1e6, entries: 1, entriesForRow: 1 },
  'a walk that ends early, then many rows': { largeTable: 0, fewRows: 0, manyRows: 1e6, entries: 5, entriesForRow: 2 },
  'a walk that ends early, then a whole one': { largeTable: 0, fewRows: 0, manyRows: 0, entries: 5, entriesForRow: 2 },
  'any of these': { largeTable: 0, fewRows: 4, manyRows: 20, entries: 30, entriesForRow: 4 },
};

function specOf({ name, resource, sorts, filters, defaultSort }: AnyCollectionContract) {
  const fields = fieldTable(resource);
  const kinds = sorts.map((sort) => {
    const kind = fields.get(sort)?.kind;
    return [sort, kind === 'text' || kind === 'integer' ? kind : 'datetime'] as const;
  });
  return { collection: name, filters: filterTable(filters), sorts: new Map(kinds), defaultSort };
}

function parse(contract: AnyCollectionContract, text: string): ListQuery {
  const result = parseListQuery(text, specOf(contract));
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.query;
}

interface Case {
  readonly query: string;
  readonly keep: Keep;
}

interface Question {
  readonly contract: AnyCollectionContract;
  readonly cases: readonly Case[];
  readonly sort: string;
  readonly limit: number;
}

/** A filter with values that rows have, and with some that none has. */
function filterCases(
  contract: AnyCollectionContract,
  filter: FilterField,
  rows: readonly JsonObject[],
): fc.Arbitrary<Case> {
  const { field, kind, operators, values } = filter;
  const operator = fc.constantFrom(...operators);
  const name = (chosen: string): string => `filters[${field}][${chosen}]`;
  if (kind === 'boolean') {
    return fc.boolean().map((flag) => ({ query: `${name('eq')}=${flag}`, keep: keeps(contract, field, 'eq', flag) }));
  }
  const unknown = kind === 'uuid' ? [unknownId] : kind === 'datetime' ? ['2001-02-03T04:05:06.789Z'] : [];
  const known = [...new Set([...valuesOf(contract, field, rows), ...(values ?? []), ...unknown])];
  if (kind === 'datetime') {
    return fc.tuple(operator, fc.constantFrom(...known)).map(([chosen, value]) => ({
      query: `${name(chosen)}=${value}`,
      keep: keeps(contract, field, chosen, value),
    }));
  }
  const sets = fc.oneof(
    fc.uniqueArray(fc.constantFrom(...known), { minLength: 1, maxLength: 4 }),
    fc.constant(known.slice(0, 100)),
  );
  return fc.tuple(operator, sets).map(([chosen, set]) => ({
    query: setQuery(name(chosen), set, 2),
    keep: keeps(contract, field, chosen, set),
  }));
}

// How the rows are found shows in no answer: the pages are those of the interface, whichever way is taken.
describe.each(databaseKinds)('the ways to the rows of a page on the %s database', (kind) => {
  let copy: TestDatabase;
  const definitions = catalogueDefinitions;
  beforeAll(async () => {
    copy = await seededDatabase(kind);
  });
  afterAll(() => copy.drop());

  async function read(reader: Reader, contract: AnyCollectionContract, query: string, most: number) {
    const definition = definitions.find(({ name }) => name === contract.name);
    if (!definition) throw new Error(`Nothing defines ${contract.name}.`);
    const rows: JsonObject[] = [];
    for (let page = 1, cursor = ''; ; page += 1) {
      const { items, next } = await reader.list(definition, parse(contract, `${query}${cursor}`));
      rows.push(...items.map((item) => objectOf(JSON.parse(item))));
      if (next === null || page === most) return rows;
      cursor = `&cursor=${next}`;
    }
  }

  const snapshots = new Map<AnyCollectionContract, readonly JsonObject[]>();
  beforeAll(async () => {
    const plain = new Reader(copy.database.source, new SummaryCache());
    for (const contract of collections) snapshots.set(contract, await read(plain, contract, 'limit=1000', Infinity));
  });

  async function expectRead(reader: Reader, { contract, cases, sort, limit }: Question): Promise<void> {
    const query = [...cases.map((one) => one.query), `sort=${sort}`, `limit=${limit}`].join('&');
    const kept = (snapshots.get(contract) ?? []).filter(both(...cases.map(({ keep }) => keep)));
    const expected = idsOf(sorted(contract, kept, sort)).slice(0, pages * limit);
    expect([contract.name, query, idsOf(await read(reader, contract, query, pages))]).toEqual([
      contract.name,
      query,
      expected,
    ]);
  }

  it.each(Object.entries(limits))('PAGE-4, FILT-1: %s', async (_, pathLimits) => {
    const { source } = copy.database;
    const reader = new Reader(source, new SummaryCache(), undefined, new AccessPaths(source, pathLimits));
    // Of bookings alone the days are known.
    const contracts = fc.oneof(fc.constant(bookingsContract), fc.constantFrom(...collections));
    const questions = contracts.chain((contract) => {
      const filters = [...filterTable(contract.filters).values()];
      const snapshot = snapshots.get(contract) ?? [];
      const cases = fc
        .uniqueArray(fc.constantFrom(...filters), { minLength: 1, maxLength: 3 })
        .chain((chosen) => fc.tuple(...chosen.map((filter) => filterCases(contract, filter, snapshot))));
      const sort = fc.constantFrom(...contract.sorts.flatMap((key) => [key, `-${key}`]));
      return fc.record({ contract: fc.constant(contract), cases, sort, limit: fc.integer({ min: 1, max: 20 }) });
    });
    await fc.assert(
      fc.asyncProperty(questions, (question) => expectRead(reader, question)),
      { numRuns: rounds },
    );
  });

  it('PAGE-4: a walk keeps its order beside a filter by rows of another table', async () => {
    const { source } = copy.database;
    const paths = new AccessPaths(source, limits['a walk that ends early, then a whole one']);
    const reader = new Reader(source, new SummaryCache(), undefined, paths);
    for (const contract of collections) {
      const sources = definitions.find(({ name }) => name === contract.name)?.filters;
      for (const { field } of filterTable(contract.filters).values()) {
        if (sources?.get(field)?.on !== 'rows') continue;
        const [value = ''] = valuesOf(contract, field, snapshots.get(contract) ?? []);
        for (const operator of ['in', 'not_in'] as const) {
          const query = setQuery(`filters[${field}][${operator}]`, [value], 2);
          const cases = [{ query, keep: keeps(contract, field, operator, [value]) }];
          for (const sort of ['created_at', '-created_at'])
            await expectRead(reader, { contract, cases, sort, limit: 1 });
        }
      }
    }
  });
});
