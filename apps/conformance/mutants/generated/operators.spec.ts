import { expect, it } from '@jest/globals';
import { changing, operatorNames, operators } from './operators.js';

const around = { previous: 'before', neighbour: 'beside' };
const values = [5000, 'Möbel ', '2026-03-01T09:07:05.432Z', [1, 2, 3], true, { name: 'Stool' }];

it.each(operatorNames)('the operator "%s" changes at least one value, and is deterministic', (name) => {
  const changed = values.filter((value) => changing(value, around).includes(name));
  expect(changed).not.toEqual([]);
  for (const value of changed) expect(operators[name](value, around)).toEqual(operators[name](value, around));
});

it('an operator does not change values of another type', () => {
  expect(changing(undefined, { previous: undefined, neighbour: undefined })).toEqual([]);
  expect(operators['plus one']('5', around)).toBe('5');
  expect(operators['without its last item']('abc', around)).toBe('abc');
  expect(changing([], { previous: [], neighbour: [] })).toEqual(['null']);
  expect(changing(0, { previous: 0, neighbour: 0 })).toEqual(['plus one', 'minus one', 'null']);
});

it('an operator that shifts times does not change other texts', () => {
  expect(operators['an hour later']('2026-03-01T23:30:00.000Z', around)).toBe('2026-03-02T00:30:00.000Z');
  expect(operators['an hour later']('2026-03-01', around)).toBe('2026-03-01');
});
