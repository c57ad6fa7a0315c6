import { describe, expect, it } from '@jest/globals';
import { faults } from '../self-test/faults/catalogue.js';
import { everyAnswer } from '../src/checks/every-answer.js';
import { checkOf } from '../src/registry/registry.js';
import { knownFaults } from '../src/power/known-faults.js';
import { openFaults } from './open-faults.js';
import { familiesOf, measure } from './measure.js';

const closed = faults.filter(({ id }) => openFaults[id] === undefined);
const known = new Map(knownFaults().map(({ fault, caughtBy }) => [fault, caughtBy.map(({ check }) => check)]));

// The whole family is run by `npm run strength`, which keeps what caught each fault; here the quickest of them must again.
describe('every known fault', () => {
  it.each(closed)('$id is caught by a check of its own family', async ({ id, family }) => {
    const own = known.get(id) ?? [];
    const families = own.map((check) => checkOf(check)?.family);
    expect(families.some((one) => one !== undefined && familiesOf[family].includes(one))).toBe(true);
    // What looks at every answer needs the answers that the other checks of the family get.
    const alone = own.filter((check) => !(check in everyAnswer)).slice(0, 3);
    const only = alone.length > 0 ? alone : familiesOf[family];
    const results = await measure({ world: 'rich', fault: id }, { only });
    expect(results.map(({ outcome }) => outcome)).toContain('failed');
    expect(results.map(({ outcome }) => outcome)).not.toContain('errored');
  });
});

describe('what is kept of the strength test', () => {
  it('has every fault, and none that is no more', () => {
    expect([...known.keys()].sort()).toEqual(closed.map(({ id }) => id).sort());
  });
});
