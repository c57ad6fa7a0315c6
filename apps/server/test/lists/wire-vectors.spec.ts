import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnyCollectionContract, collections, filterTable } from '@resource-catalogue/contracts';
import { databaseKinds } from '@resource-catalogue/testing/database-kinds';
import { arrayOf, type JsonObject, objectOf, textOf } from '@resource-catalogue/testing/json';
import { both, keeps, type Meaning } from '../support/collection/filter-oracle.js';
import { sorted } from '../support/collection/order.js';
import { idsOf, listPage, pathOf, walk } from '../support/list-page.js';
import { type ReadOnlyService, readOnlyService } from '../support/read-only/read-only-service.js';

// The vectors are what the client and the conformance suite hold the service to; the oracle reads only their meaning.

function vectors(file: string): JsonObject[] {
  const url = new URL(`../../../../libs/contracts/wire-vectors/${file}.json`, import.meta.url);
  const read: unknown = JSON.parse(readFileSync(url, 'utf8'));
  return arrayOf(read).map(objectOf);
}

const titled = (file: string): [string, JsonObject][] =>
  vectors(file).map((vector) => [
    `${textOf(vector['rule'])}: ${textOf(vector['collection'])}, ${textOf(vector['title'])}`,
    vector,
  ]);

function contractOf(vector: JsonObject): AnyCollectionContract {
  const contract = collections.find(({ name }) => name === vector['collection']);
  if (contract) return contract;
  throw new Error(`There is no collection ${String(vector['collection'])}.`);
}

function meaningOf(value: unknown): Meaning {
  return typeof value === 'boolean' || typeof value === 'string' ? value : arrayOf(value).map(textOf);
}

/** What the filters of a vector keep: field → operator → meaning. */
function keepOf(contract: AnyCollectionContract, filters: JsonObject) {
  const known = [...filterTable(contract.filters).values()];
  return both(
    ...Object.entries(filters).flatMap(([field, operators]) =>
      Object.entries(objectOf(operators)).map(([name, meaning]) => {
        const operator = known.find((filter) => filter.field === field)?.operators.find((each) => each === name);
        if (!operator) throw new Error(`${contract.name} has no filter ${field} with ${name}.`);
        return keeps(contract, field, operator, meaningOf(meaning));
      }),
    ),
  );
}

describe.each(databaseKinds)('wire vectors on the %s database', (kind) => {
  let service: ReadOnlyService;
  const snapshots = new Map<string, Promise<JsonObject[]>>();
  beforeAll(async () => {
    service = await readOnlyService(kind);
  });
  afterAll(() => service.close());

  function snapshotOf(collection: string): Promise<JsonObject[]> {
    const snapshot = snapshots.get(collection) ?? walk(service, collection, 'limit=200');
    snapshots.set(collection, snapshot);
    return snapshot;
  }

  it.each(titled('list-queries'))('%s', async (_, vector) => {
    const contract = contractOf(vector);
    const { filters, sort, limit } = objectOf(vector['meaning']);
    const kept = (await snapshotOf(contract.name)).filter(keepOf(contract, objectOf(filters)));
    const expected = sorted(contract, kept, textOf(sort)).slice(0, Number(limit));
    const page = await listPage(service, contract.name, textOf(vector['query']));
    expect(page.meta.limit).toBe(limit);
    expect(idsOf(page.rows)).toEqual(idsOf(expected));
    expect(page.meta.next !== null).toBe(kept.length > expected.length);
  });

  it.each(titled('bad-list-queries'))('%s', async (_, vector) => {
    const answer = await service.request(pathOf(textOf(vector['collection']), textOf(vector['query'])));
    const problem = objectOf(answer.json());
    const form = ({ parameter, code }: JsonObject): string => `${String(parameter)} ${String(code)}`;
    const listed = arrayOf(vector['errors']).map(objectOf);
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(arrayOf(problem['errors']).map(objectOf).map(form).sort()).toEqual(listed.map(form).sort());
    // ERR-4: a bad cursor has a code of its own only where it is the one error.
    const [only] = listed;
    const code = listed.length === 1 && only?.['code'] === 'invalid_cursor' ? 'invalid_cursor' : 'invalid_request';
    expect([problem['code'], problem['status'], problem['type']]).toEqual([
      code,
      400,
      `${service.url}/problems/${code}`,
    ]);
  });

  const instants = vectors('instants').map((vector) => [vector['text'], vector['instant']] as const);
  it.each(instants)('FILT-5: "%s" is %s', async (text, instant) => {
    const asked = (value: unknown) =>
      pathOf('bookings', `limit=3&filters[starts_at][gte]=${encodeURIComponent(textOf(value))}`);
    const answer = await service.request(asked(text));
    if (instant === null) {
      const errors = arrayOf(objectOf(answer.json())['errors']).map(objectOf);
      expect(answer.status).toBe(400);
      expect(errors.map(({ parameter, code }) => [parameter, code])).toEqual([
        ['filters[starts_at][gte]', 'invalid_value'],
      ]);
      return;
    }
    const meant = await service.request(asked(instant));
    // Not only the rows: the cursors too, since filters are compared by meaning (PAGE-3).
    const shown = (page: typeof answer) => [page.status, objectOf(page.json())['data'], objectOf(page.json())['meta']];
    expect(shown(answer)).toEqual(shown(meant));
    expect(answer.status).toBe(200);
  });
});
