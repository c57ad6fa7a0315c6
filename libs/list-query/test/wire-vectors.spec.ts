import { collections, fieldTable, filterTable } from '@resource-catalogue/contracts';
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { linkQuery } from '../src/index.js';
import type { ListQuery, ListSpec, SortKind } from '../src/list-query.js';
import { parseInstant } from '../src/values.js';
import { errorsOf, queryOf } from './list-query-results.js';

interface Vector {
  readonly rule: string;
  readonly title: string;
  readonly collection: string;
  readonly query: string;
}

interface GoodVector extends Vector {
  readonly meaning: { filters: Record<string, Record<string, unknown>>; sort: string; limit: number };
}

interface BadVector extends Vector {
  readonly errors: readonly { parameter: string; code: string }[];
}

function vectors<T>(name: string): T[] {
  const file = new URL(`../../contracts/wire-vectors/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as T[];
}

const sortKinds: readonly SortKind[] = ['uuid', 'text', 'datetime', 'integer'];

function specOf(name: string): ListSpec {
  const contract = collections.find((each) => each.name === name);
  if (!contract) throw new Error(`Unknown collection ${name}.`);
  const fields = fieldTable(contract.resource);
  const sorts = contract.sorts.map((field): [string, SortKind] => {
    const kind = sortKinds.find((each) => each === fields.get(field)?.kind);
    if (!kind) throw new Error(`${name} sorts by ${field}, which is not sortable.`);
    return [field, kind];
  });
  const { filters, defaultSort } = contract;
  return { collection: name, filters: filterTable(filters), sorts: new Map(sorts), defaultSort };
}

function meaningOf({ filters, sort, limit }: ListQuery): GoodVector['meaning'] {
  const byField: Record<string, Record<string, unknown>> = {};
  for (const filter of filters) {
    const value = 'values' in filter ? filter.values : filter.value;
    byField[filter.field] = { ...byField[filter.field], [filter.operator]: value };
  }
  return { filters: byField, sort: `${sort.descending ? '-' : ''}${sort.field}`, limit };
}

const titled = <T extends Vector>(list: T[]): [string, T][] =>
  list.map((vector) => [`${vector.rule}: ${vector.collection}, ${vector.title}`, vector]);

describe('wire vectors', () => {
  it.each(titled(vectors<GoodVector>('list-queries')))(
    'a valid query has its meaning: %s',
    (_, { collection, query, meaning }) => {
      const parsed = queryOf(query, specOf(collection));
      expect(meaningOf(parsed)).toEqual(meaning);
      expect(meaningOf(queryOf(linkQuery(parsed, null), specOf(collection)))).toEqual(meaning);
    },
  );

  it.each(titled(vectors<BadVector>('bad-list-queries')))(
    'an invalid query has all of its errors: %s',
    (_, { collection, query, errors }) => {
      const expected = errors.map(({ parameter, code }) => `${parameter} ${code}`).sort();
      expect(errorsOf(query, specOf(collection))).toEqual(expected);
    },
  );

  it.each(vectors<{ text: string; instant: string | null }>('instants'))('FILT-5: "$text" is $instant', (vector) => {
    const result = parseInstant(vector.text);
    expect(result.ok ? result.value : null).toBe(vector.instant);
  });
});
