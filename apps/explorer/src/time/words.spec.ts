import { afterEach, describe, expect, it } from '@jest/globals';
import { clock, hourWords, longDay, momentWords, nearDay, setTwelveHours } from './words.js';

afterEach(() => setTwelveHours(false));

it.each([
  [0, '00:00', '12 am'],
  [65, '01:05', '1:05 am'],
  [720, '12:00', '12 pm'],
  [810, '13:30', '1:30 pm'],
  [1440, '24:00', 'midnight'],
])('%d minutes after midnight are %s, or %s', (minutes, long, short) => {
  expect(clock(minutes)).toBe(long);
  setTwelveHours(true);
  expect(clock(minutes)).toBe(short);
});

it('an hour on an axis has no minutes', () => {
  expect(hourWords(9)).toBe('09');
  setTwelveHours(true);
  expect(hourWords(21)).toBe('9 pm');
});

it('a moment is written in the time zone of the workshop', () => {
  expect(momentWords(Date.parse('2026-03-07T23:30:00Z'), 'Europe/Berlin')).toBe('Sun 8 Mar 00:30');
  expect(longDay('2026-03-08')).toBe('Sunday 8 March');
});

describe('a day close to today', () => {
  it.each([
    ['2026-03-05', 'tomorrow'],
    ['2026-03-04', 'today'],
    ['2026-03-03', 'yesterday'],
    ['2026-02-26', 'Thursday'],
    ['2026-02-25', 'Wed 25 Feb'],
  ])('%s is called %s', (day, words) => {
    expect(nearDay(day, '2026-03-04')).toBe(words);
  });
});
