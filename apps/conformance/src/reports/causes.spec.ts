import { expect, it } from '@jest/globals';
import { failure, makeResult } from '../../test/results.js';
import type { Result } from '../run/result.js';
import { findCauses, explanations } from './causes.js';

function failed(check: string, query: string, part: Partial<Result> = {}, expected = 'rows'): Result {
  const curl = [`curl -i 'http://localhost:3000/api/v1/users?${query}'`];
  return { ...failure({ curl, expected, smallest: null, notes: [] }), check, ...part };
}

const namesOf = (results: readonly Result[]): string[][] =>
  findCauses(results).map(({ results: [first], consequences }) =>
    [first, ...consequences.map(([one]) => one)].map((one) => one?.check ?? ''),
  );

it('failures with the simplest requests come first, with failures whose requests contain theirs as consequences', () => {
  const results = [
    failed('a-walk', 'filters[state][in]=x&sort=name&limit=2&cursor=a'),
    failed('other-filter', 'filters[space_id][in]=x'),
    failed('a-filter', 'filters[state][in]=y&limit=5'),
  ];
  expect(namesOf(results)).toEqual([['other-filter'], ['a-filter', 'a-walk']]);
  expect([...explanations(findCauses(results))]).toEqual([[results[0], 'a-filter/users']]);
});

it('the smallest request of a failure counts, not the original one', () => {
  const large = failed('large', 'filters[state][in]=x&sort=name');
  const curl = ["curl 'http://localhost:3000/api/v1/users?sort=name'"];
  const shrunk = { ...large, finding: large.finding && { ...large.finding, smallest: { curl, observed: 'less' } } };
  expect(namesOf([failed('both', 'filters[id][in]=a&sort=-name'), shrunk])).toEqual([['large', 'both']]);
});

it('a failure does not explain failures of other collections or with other symptoms', () => {
  const base = failed('base', 'sort=name');
  const elsewhere = failed('elsewhere', 'sort=name&limit=1', { subject: 'plans' });
  const curl = ["curl 'http://localhost:3000/api/v1/plans?sort=name&limit=1'"];
  const other = { ...elsewhere, finding: elsewhere.finding && { ...elsewhere.finding, curl } };
  const link = failed('link', 'sort=name&limit=2');
  const status = { ...link, finding: link.finding && { ...link.finding, rows: [], expected: 'a good query: 200' } };
  expect(namesOf([base, other, status])).toEqual([['base'], ['elsewhere'], ['link']]);
});

it('failures with the same symptom of links share a cause, and an error without a request is its own cause', () => {
  const expected = 'links.next that repeats the parameters of its request';
  const [one, other] = ['filters[id][in]=a', 'filters[state][in]=b'].map((query, place) => {
    const result = failed(`check-${place}`, query, {}, expected);
    return { ...result, finding: result.finding && { ...result.finding, rows: [] } };
  });
  const errored = makeResult({ check: 'broken', outcome: 'errored', reason: 'Error: no' });
  expect(namesOf([one, other, errored].filter((result) => result !== undefined))).toEqual([
    ['broken'],
    ['check-0', 'check-1'],
  ]);
});
