import { expect, it } from '@jest/globals';
import type { ListFilter } from '@resource-catalogue/list-query';
import { commonRows, type RowSource } from './row-sources.js';

const by = (field: string): ListFilter => ({ field, operator: 'in', values: ['a'] });
const one = by('space_id');
const two = by('member_id');
const three = by('group_id');

const source = (applied: readonly ListFilter[], isCovered = false): RowSource => ({
  name: applied,
  applied,
  isCovered,
  isSortable: true,
  sql: () => 'SELECT',
  count: () => 'SELECT',
});

it('sources are joined, without those whose filters others apply', () => {
  expect(commonRows([source([one]), source([one, two]), source([three])])).toMatchObject({
    applied: [one, two, three],
    isJoined: true,
  });
});

it('one source alone is taken only if its index has the columns of all filters', () => {
  expect(commonRows([source([one]), source([one, two])])).toBeNull();
  const covered = source([one, two], true);
  expect(commonRows([source([one]), covered])).toBe(covered);
});
