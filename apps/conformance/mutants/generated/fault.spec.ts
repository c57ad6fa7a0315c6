import { expect, it } from '@jest/globals';
import { soundBehaviour } from '@resource-catalogue/reference-server';
import { findCollection, describe as described, type Fault, withFault } from './fault.js';

const fault: Fault = { seam: 'flagOf', place: 'result', operator: 'the opposite', circumstances: {} };

it('a fault changes a result', () => {
  expect(withFault(fault).flagOf('true')).toBe(false);
  expect(withFault(fault).flagOf('nothing')).toBeNull();
});

it('a fault changes an argument or a part of it', () => {
  const first = withFault({ ...fault, seam: 'mayBecome', place: '0', operator: 'the value of its neighbour' });
  expect(soundBehaviour.mayBecome('archived', 'draft')).toBe(false);
  expect(first.mayBecome('archived', 'draft')).toBe(true);
  const part = withFault({ ...fault, seam: 'allowOf', place: '0.methods', operator: 'without its first item' });
  const route = soundBehaviour.routeOf('/api/v1/users');
  expect(route && part.allowOf(route)).toBe('HEAD, OPTIONS');
});

it('a fault has no effect in other circumstances or on other parts of the behaviour', () => {
  const narrow = withFault({ ...fault, circumstances: { 0: 'not ASCII' } });
  expect(narrow.flagOf('true')).toBe(true);
  expect(narrow.limitOf('5')).toBe(5);
});

it('a fault can use the value of the previous call', () => {
  const stale = withFault({ ...fault, seam: 'trimmed', operator: 'the value of the call before' });
  expect([' a', 'b ', 'c'].map((text) => stale.trimmed(text))).toEqual(['a', 'a', 'b']);
});

it('a fault changes a constant', () => {
  expect(withFault({ ...fault, seam: 'maximumLimit', operator: 'plus one' }).maximumLimit).toBe(201);
});

it('a fault has a description, and a collection if its circumstances name one', () => {
  const circumstances = { 1: 'machines', '0.image': 'null' };
  const narrow: Fault = { ...fault, seam: 'shownInList', place: 'result.name', operator: 'trimmed', circumstances };
  expect(described(narrow)).toBe('shownInList: result.name is trimmed, when 1 is machines and 0.image is null');
  expect(findCollection(narrow.circumstances)).toBe('machines');
  expect(findCollection({ 0: 'not ASCII' })).toBeNull();
});
