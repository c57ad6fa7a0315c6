import { expect, it } from '@jest/globals';
import { drawFaults } from './draw-faults.js';

const names = (seed: string): string[] => drawFaults(seed, 200).map(({ name }) => name);

it('a seed always draws the same faults, and another seed draws others', () => {
  expect(names('one')).toEqual(names('one'));
  expect(names('another')).not.toEqual(names('one'));
});

it('faults are different, and of every kind', () => {
  const drawn = names('one');
  expect(new Set(drawn).size).toBe(200);
  const kinds = [
    /^pages of/,
    /^lists of .* (?:are|have|begin|lack)/,
    /^the filter/,
    / show /,
    / responds with/,
    / is allowed/,
    /^after a/,
  ];
  for (const kind of kinds) expect(drawn.some((name) => kind.test(name))).toBe(true);
});
