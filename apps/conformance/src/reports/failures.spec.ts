import { expect, it } from '@jest/globals';
import { failure, makeResult } from '../../test/results.js';
import type { Result } from '../run/result.js';
import { groupFailures } from './failures.js';

function failed(check: string, subject: 'users' | 'plans', query: string, observed: string): Result {
  const curl = [`curl -i 'http://localhost:3000/api/v1/${subject}?${query}'`];
  const finding = { curl, expected: `rows of ${subject}`, observed, smallest: null };
  return { ...failure(finding), check, subject, collection: subject, reason: `${finding.expected} — ${observed}` };
}

const namesOf = (results: readonly Result[]): string[][] =>
  groupFailures(results).map((group) => group.map(({ check, subject }) => `${check}/${subject}`));

it('groups failures of one check that differ only in their collection, ids, times and counts', () => {
  const results = [
    failed('sort', 'users', 'sort=name', '3 of 15 rows are missing'),
    failed('sort', 'plans', 'sort=name', '12 of 15 rows are missing'),
  ];
  expect(namesOf(results)).toEqual([['sort/users', 'sort/plans']]);
});

it('separates different symptoms of one check, and lists the simplest requests first', () => {
  const results = [
    failed('sort', 'users', 'sort=name&limit=50', '3 of 15 rows are missing'),
    failed('sort', 'plans', 'sort=name', 'another order from row 2 on'),
  ];
  expect(namesOf(results)).toEqual([['sort/plans'], ['sort/users']]);
});

it('groups errors of the suite separately from failures', () => {
  const errored = makeResult({ check: 'broken', outcome: 'errored', reason: 'Error: no' });
  expect(namesOf([errored, makeResult(), failed('one', 'users', 'limit=1', '2 rows')])).toEqual([
    ['broken/bookings'],
    ['one/users'],
  ]);
});
