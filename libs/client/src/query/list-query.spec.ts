import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { writeListQuery } from './list-query.js';

interface Vector {
  readonly rule: string;
  readonly title: string;
  readonly meaning: {
    readonly filters: Record<string, Record<string, unknown>>;
    readonly sort: string;
    readonly limit: number;
  };
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../contracts/wire-vectors/list-queries.json', import.meta.url), 'utf8'),
) as readonly Vector[];

/** Parses a query string by FILT-2, independently of the server's parser. */
function meaningOf(query: string): Vector['meaning'] {
  const filters: Record<string, Record<string, unknown>> = {};
  const others: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const [, field = '', operator = '', list] = /^filters\[(\w+)\]\[(\w+)\](\[\])?$/.exec(name) ?? [];
    if (field === '') {
      others[name] = value;
      continue;
    }
    const operators = (filters[field] ??= {});
    const known = Array.isArray(operators[operator]) ? (operators[operator] as string[]) : [];
    if (operator.endsWith('in')) operators[operator] = [...known, ...(list ? [value] : value.split(','))];
    else operators[operator] = operator === 'eq' ? value === 'true' : /^-?\d+$/.test(value) ? Number(value) : value;
  }
  return { filters, sort: others['sort'] ?? '', limit: Number(others['limit']) };
}

describe('writeListQuery', () => {
  it.each(vectors.map((vector) => [`${vector.rule} ${vector.title}`, vector.meaning] as const))('%s', (_, meaning) => {
    expect(meaningOf(writeListQuery(meaning))).toEqual(meaning);
  });

  it('writes an empty string without parameters', () => {
    expect(writeListQuery({})).toBe('');
    expect(writeListQuery({ filters: {}, cursor: null })).toBe('');
  });

  it('writes a Date with its milliseconds (FILT-5)', () => {
    const filters = { starts_at: { gte: new Date(Date.UTC(2026, 2, 1, 9, 0, 0, 7)) } };
    expect(writeListQuery({ filters })).toBe('filters%5Bstarts_at%5D%5Bgte%5D=2026-03-01T09%3A00%3A00.007Z');
  });

  it.each([
    ['a filter that is undefined', { filters: { state: undefined } }],
    ['an operator that is undefined', { filters: { state: { in: undefined } } }],
    ['null', { filters: { state: { in: null } } }],
    ['an empty set', { filters: { state: { in: [] } } }],
    ['undefined in a set', { filters: { state: { in: [undefined] } } }],
    ['an invalid Date', { filters: { starts_at: { gte: new Date('never') } } }],
    ['a fraction', { filters: { capacity_per_unit: { gte: 2.5 } } }],
    ['no number', { filters: { capacity_per_unit: { gte: NaN } } }],
    ['a filter without an operator', { filters: { state: {} } }],
    ['a misspelt key', { sort: 'name', filter: { state: { in: ['confirmed'] } } }],
    ['filters that are a text', { filters: 'state' }],
  ])('rejects %s, because dropping it would list everything (FILT-9)', (_, params) => {
    expect(() => writeListQuery(params)).toThrow(TypeError);
  });
});
