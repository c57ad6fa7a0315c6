import { expect, it } from '@jest/globals';
import { TimeZone } from './times.js';

it.each([
  ['start', '2026-09-29', 'Europe/Berlin', '2026-09-28T22:00:00.000Z'],
  ['end', '2026-10-04', 'Europe/Berlin', '2026-10-04T22:00:00.000Z'],
  ['end', '2026-10-25', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ['end', '2026-02-28', 'Asia/Tokyo', '2026-02-28T15:00:00.000Z'],
  ['start', '2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['end', '2026-09-05', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
])('the %s of the day %s in %s is %s', (edge, day, name, instant) => {
  expect(new Date(new TimeZone(name).dayInstant(Date.parse(day), edge === 'end')).toISOString()).toBe(instant);
});

it.each([
  ['2026-07-01T09:00:00.123Z', '2026-07-01T07:00:00.123Z'],
  ['2026-03-29T02:30:00Z', ': clocks in Europe/Berlin skip this one'],
  ['2026-10-25T02:30:00Z', ': clocks in Europe/Berlin show this time twice'],
])('the local time %s in Berlin is the instant or the error %s', (shown, expected) => {
  const instant = new TimeZone('Europe/Berlin').instant(Date.parse(shown));
  expect(typeof instant === 'number' ? new Date(instant).toISOString() : instant.why).toBe(expected);
});
