import { expect, it } from '@jest/globals';
import { soundBehaviour } from '@resource-catalogue/reference-server';
import { isObject, parseJson } from '../../src/json.js';
import { generatedScore, recordedFaults } from './recorded-kills.js';
import type { Fault } from '../generated/fault.js';
import { caughtIn, faultIn, toRecord } from './recorded-faults.js';

const fault: Fault = { seam: 'flagOf', place: 'result', operator: 'the opposite', circumstances: { 0: 'true' } };

it('a recorded fault is read back unchanged, with the check that caught it', () => {
  for (const caught of [null, { check: 'live-and-deleted', subject: 'users' }]) {
    const record = parseJson(toRecord(fault, caught));
    expect(isObject(record) && faultIn(record)).toEqual(fault);
    expect(isObject(record) && caughtIn(record['caught_by'])).toEqual(caught);
  }
});

it('an unknown operator in the record is an error that names the command to run', () => {
  expect(() => faultIn({ ...fault, operator: 'gone' })).toThrow('run npm run generated-faults');
});

it('the recorded faults refer to existing parts of the reference server', () => {
  const seams = recordedFaults().map((record) => faultIn(record).seam);
  expect(seams.filter((seam) => !(seam in soundBehaviour))).toEqual([]);
  expect(generatedScore().faults).toBe(100);
});
