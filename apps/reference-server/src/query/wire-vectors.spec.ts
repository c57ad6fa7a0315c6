import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { ask, jsonOf } from '../../test/ask.js';
import { errorsOf, titled, vectorsOf } from '../../test/vectors.js';
import { soundBehaviour } from '../behaviour.js';
import { textOf } from '../json.js';
import { type ReferenceServer, startReferenceServer } from '../start.js';
import { instantOf } from './instants.js';
import type { Test } from './list-query.js';
import { readListQuery } from './read-list-query.js';

function contractOf(name: unknown) {
  const contract = collections.find((one) => one.name === name);
  if (contract === undefined) throw new Error(`There is no ${String(name)}.`);
  return contract;
}

function valueOf(test: Test): unknown {
  if (test.kind === 'set') return test.values;
  return test.kind === 'range' ? new Date(test.bound).toISOString() : test.wanted;
}

function filtersOf(tests: readonly Test[]): Record<string, Record<string, unknown>> {
  const filters: Record<string, Record<string, unknown>> = {};
  for (const test of tests) {
    const operator = test.kind === 'flag' ? 'eq' : test.operator;
    filters[test.filter.field] = { ...filters[test.filter.field], [operator]: valueOf(test) };
  }
  return filters;
}

describe('wire vectors of queries', () => {
  let server: ReferenceServer;
  beforeAll(async () => {
    server = await startReferenceServer({ size: 'poor' });
  });
  afterAll(() => server.close());

  it.each(titled(vectorsOf('list-queries')))('good: %s', (_, { collection, query, meaning }) => {
    const read = readListQuery(textOf(query), contractOf(collection), soundBehaviour);
    const { tests, sort, limit } = read;
    expect({ filters: filtersOf(tests), sort: `${sort.descending ? '-' : ''}${sort.field}`, limit }).toEqual(meaning);
  });

  it.each(titled(vectorsOf('bad-list-queries')))('bad: %s', async (_, vector) => {
    const reply = await ask(server, `/api/v1/${textOf(vector['collection'])}?${textOf(vector['query'])}`);
    expect(reply.status).toBe(400);
    expect(errorsOf(jsonOf(reply), 'parameter')).toEqual(errorsOf(vector, 'parameter'));
    const alone = errorsOf(vector, 'parameter').join() === 'cursor invalid_cursor';
    expect(jsonOf(reply)['code']).toBe(alone ? 'invalid_cursor' : 'invalid_request');
  });

  it.each(titled(vectorsOf('instants')))('instant: %s', (_, { text, instant }) => {
    const time = instantOf(textOf(text));
    expect(time === null ? null : new Date(time).toISOString()).toBe(instant);
  });
});
