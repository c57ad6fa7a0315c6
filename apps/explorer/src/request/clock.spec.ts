import { expect, it } from '@jest/globals';
import { ManualClock } from '../../test/manual-clock.js';
import { localTime } from '../week/zone.js';
import { followTime, minute } from './clock.js';

it('each minute is reported once when it begins, also at midnight of a space', async () => {
  const clock = new ManualClock('2026-03-04T22:58:30.000Z');
  const reported: string[] = [];
  const stop = followTime(clock, minute, clock.now(), (now) => {
    const { day, minutes } = localTime(now, 'Europe/Berlin');
    reported.push(`${day} ${minutes}`);
  });
  await clock.pass(29);
  expect(reported).toEqual([]);
  await clock.pass(120);
  expect(reported).toEqual(['2026-03-04 1439', '2026-03-05 0']);
  stop();
  await clock.pass(120);
  expect(reported).toHaveLength(2);
});

it('after a standstill only the present is reported', async () => {
  const clock = new ManualClock('2026-03-04T22:58:30.000Z');
  const reported: number[] = [];
  followTime(clock, minute, clock.now(), (now) => void reported.push(now));
  await clock.jump(9 * 3_600_000);
  await clock.pass(20);
  expect(reported.map((now) => new Date(now).toISOString())).toEqual(['2026-03-05T07:58:30.000Z']);
});
