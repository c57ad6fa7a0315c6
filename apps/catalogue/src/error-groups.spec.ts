import { describe, expect, it } from '@jest/globals';
import type { ImportError } from '@resource-catalogue/transfer';
import { ErrorGroups } from './error-groups.js';

const errorAt = (line: number, column: string, value: string, source = 0): ImportError => ({
  row: { source, line, row: line, collection: 'members', id: null },
  pointer: '',
  column,
  detail: [
    'must be one of active, left, not ',
    { value },
    ...(value === 'x' ? [] : ['; did you mean ', { value: 'left' }, '?']),
  ],
});

describe('ErrorGroups', () => {
  it('lists the first three errors of each kind, and the number of further ones', () => {
    const groups = new ErrorGroups((source) => ['members.csv', 'more.csv'][source] ?? '');
    for (let line = 2; line < 102; line += 1) groups.add(errorAt(line, 'Status', line === 3 ? 'x' : 'gone'));
    groups.add(errorAt(4, 'Zone', 'x'));
    groups.add(errorAt(5, 'Status', 'x', 1));
    for (const line of [7, 8]) {
      const row = { source: 1, line, collection: 'members', id: null };
      groups.add({ row, pointer: `/slots/${line}/id`, detail: ['is bad'] });
    }
    expect(groups.lines()).toEqual([
      'members.csv row 2, column Status: must be one of active, left, not gone; did you mean left?',
      'members.csv row 3, column Status: must be one of active, left, not x',
      'members.csv row 4, column Status: must be one of active, left, not gone; did you mean left?',
      '  … and 97 more of this kind in column Status of members.csv: ' +
        `${Array.from({ length: 10 }, (_, index) => `row ${index + 5} gone`).join(', ')}, …`,
      'members.csv row 4, column Zone: must be one of active, left, not x',
      'more.csv row 5, column Status: must be one of active, left, not x',
      'more.csv:7 /slots/7/id is bad',
      'more.csv:8 /slots/8/id is bad',
    ]);
  });

  it('only counts the errors beyond 100 kinds', () => {
    const groups = new ErrorGroups(() => 'members.csv');
    for (let line = 1; line <= 120; line += 1) groups.add(errorAt(line, `c${line}`, 'x'));
    expect(groups.lines().length).toBe(101);
    expect(groups.lines().at(-1)).toBe('… and 20 more errors of other kinds');
  });
});
