import { describe, expect, it } from '@jest/globals';
import { faults } from '../self-test/faults/catalogue.js';
import { checkOf } from '../src/registry/registry.js';
import { knownFaults } from '../src/power/known-faults.js';
import { openFaults } from './open-faults.js';
import { familiesOf, measure } from './measure.js';

const closed = faults.filter(({ id }) => openFaults[id] === undefined);
const known = new Map(knownFaults().map(({ fault, caughtBy }) => [fault, caughtBy.map(({ check }) => check)]));

// The whole family is run by `npm run strength`, which keeps what caught each fault; here the quickest of them must again.
describe('every known fault', () => {
  it.each(closed)('$id is caught by a check of its own family', async ({ id, family }) => {
    const [check = ''] = known.get(id) ?? [];
    expect(familiesOf[family]).toContain(checkOf(check)?.family);
    const results = await measure({ world: 'rich', fault: id }, { only: [check] });
    expect(results.map(({ outcome }) => outcome)).toContain('failed');
    expect(results.map(({ outcome }) => outcome)).not.toContain('errored');
  });
});

describe('what is kept of the strength test', () => {
  it('has every fault, and none that is no more', () => {
    expect([...known.keys()].sort()).toEqual(closed.map(({ id }) => id).sort());
  });
});
