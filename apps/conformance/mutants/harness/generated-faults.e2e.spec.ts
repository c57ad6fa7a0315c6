import { describe, expect, it } from '@jest/globals';
import { everyAnswer } from '../../src/checks/every-answer/every-answer.js';
import { recordedFaults } from '../../src/run/mutation-score.js';
import { describe as described } from '../generated/fault.js';
import { firstFailure } from './meet-fault.js';
import { caughtIn, faultIn } from './recorded-faults.js';

/** So many generated faults stand for the others, which `npm run generated-faults` meets. */
const some = 10;

/** A check of every answer needs the answers to others. */
const met = recordedFaults().flatMap((record) => {
  const caught = caughtIn(record['caught_by']);
  if (caught === null || caught.check in everyAnswer) return [];
  const fault = faultIn(record);
  return [{ title: described(fault), fault, caught }];
});
const oneOf = Math.max(1, Math.floor(met.length / some));

describe('a generated fault', () => {
  it.each(met.filter((_, index) => index % oneOf === 0).slice(0, some))(
    '$title: is caught by the check that caught it when it was recorded',
    async ({ fault, caught: { check, subject } }) => {
      expect(await firstFailure(fault, { only: [check], subjects: [subject] })).toEqual({ check, subject });
    },
  );
});
