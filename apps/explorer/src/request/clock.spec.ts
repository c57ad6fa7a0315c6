import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { localTime } from '../time/zone.js';
import { followTime, minute } from './clock.js';

beforeEach(() => {
  Object.assign(globalThis, { document: { hidden: false } });
  jest.useFakeTimers({ now: new Date('2026-03-04T22:58:30.000Z') });
});

afterEach(() => void jest.useRealTimers());

it('each minute is reported once when it begins, also at midnight of a space', () => {
  const reported: string[] = [];
  const stop = followTime(minute, (now) => {
    const { day, minutes } = localTime(now, 'Europe/Berlin');
    reported.push(`${day} ${minutes}`);
  });
  jest.advanceTimersByTime(29_000);
  expect(reported).toEqual([]);
  jest.advanceTimersByTime(120_000);
  expect(reported).toEqual(['2026-03-04 1439', '2026-03-05 0']);
  stop();
  jest.advanceTimersByTime(120_000);
  expect(reported).toHaveLength(2);
});

it('after a standstill only the present is reported', () => {
  const reported: number[] = [];
  followTime(minute, (now) => void reported.push(now));
  jest.setSystemTime(Date.now() + 9 * 3_600_000);
  jest.advanceTimersByTime(20_000);
  expect(reported.map((now) => new Date(now).toISOString())).toEqual(['2026-03-05T07:58:31.000Z']);
});
