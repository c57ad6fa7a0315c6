import { expect, it } from '@jest/globals';
import { soundBehaviour } from '@resource-catalogue/reference-server';
import { isObject, parseJson } from '../../src/json.js';
import { generatedScore, recordedFaults } from '../../src/run/mutation-score.js';
import type { Fault } from '../generated/fault.js';
import { caughtIn, faultIn, recordOf } from './recorded-faults.js';

const fault: Fault = { seam: 'flagOf', place: 'result', operator: 'the opposite', circumstances: { 0: 'true' } };

it('a recorded fault is read as it was, with the check that caught it', () => {
  for (const caught of [null, { check: 'live-and-deleted', subject: 'users' }]) {
    const record = parseJson(recordOf(fault, caught));
    expect(isObject(record) && faultIn(record)).toEqual(fault);
    expect(isObject(record) && caughtIn(record['caught_by'])).toEqual(caught);
  }
});

it('a recorded fault with an operator that is no more says what to do', () => {
  expect(() => faultIn({ ...fault, operator: 'gone' })).toThrow('run npm run generated-faults');
});

it('the recorded faults are of parts that the reference server still has', () => {
  const seams = recordedFaults().map((record) => faultIn(record).seam);
  expect(seams.filter((seam) => !(seam in soundBehaviour))).toEqual([]);
  expect(generatedScore().faults).toBe(100);
});
