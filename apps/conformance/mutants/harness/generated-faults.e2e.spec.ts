import { describe, expect, it } from '@jest/globals';
import { everyAnswer } from '../../src/checks/every-answer/every-answer.js';
import { recordedFaults } from './recorded-kills.js';
import { describe as described } from '../generated/fault.js';
import { firstFailure } from './meet-fault.js';
import { caughtIn, faultIn } from './recorded-faults.js';

/** Number of generated faults in the sample; `npm run generated-faults` runs them all. */
const some = 10;

/** Faults caught by a check of every response are left out, because that check needs the other checks. */
const met = recordedFaults().flatMap((record) => {
  const caught = caughtIn(record['caught_by']);
  if (caught === null || caught.check in everyAnswer) return [];
  const fault = faultIn(record);
  return [{ title: described(fault), fault, caught }];
});
const oneOf = Math.max(1, Math.floor(met.length / some));

describe('a generated fault', () => {
  it.each(met.filter((_, index) => index % oneOf === 0).slice(0, some))(
    '$title: is caught by the recorded check',
    async ({ fault, caught: { check, subject } }) => {
      expect(await firstFailure(fault, { only: [check], subjects: [subject] })).toEqual({ check, subject });
    },
  );
});
