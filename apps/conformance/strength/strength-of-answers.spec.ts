import { describe, expect, it } from '@jest/globals';
import { knownFaults } from '../src/power/known-faults.js';
import { closedFaults } from './own-checks.js';
import { listFamilies, proveStrength } from './test/prove-strength.js';

proveStrength((family) => !listFamilies.includes(family));

describe('what is kept of the strength test', () => {
  it('has every fault, and none that is no more', () => {
    expect(
      knownFaults()
        .map(({ fault }) => fault)
        .sort(),
    ).toEqual(closedFaults.map(({ id }) => id).sort());
  });
});
