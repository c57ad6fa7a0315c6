import { expect, it } from '@jest/globals';
import { fieldTable, MemberDto, SpaceDto, UserDto } from '@resource-catalogue/contracts';
import { inLinearTime } from '../../test/support/linear-time.js';
import { proposalFor } from './proposals.js';

it.each([
  [SpaceDto, 'time_zone', 'America/NewYork', 'America/New_York'],
  [SpaceDto, 'time_zone', 'W. Europe Standard Time', 'Europe/Berlin'],
  [SpaceDto, 'time_zone', '(UTC+01:00) Amsterdam, Berlin, Bern', 'Europe/Amsterdam'],
  [SpaceDto, 'time_zone', 'berlin', 'Europe/Berlin'],
  [SpaceDto, 'time_zone', 'new york', 'America/New_York'],
  [SpaceDto, 'time_zone', 'asia/kolkata', 'Asia/Kolkata'],
  [SpaceDto, 'time_zone', 'utc', 'UTC'],
  [SpaceDto, 'time_zone', '+01:00', null],
  [SpaceDto, 'time_zone', 'constructor', null],
  [UserDto, 'locale', 'English', 'en'],
  [UserDto, 'locale', 'de_DE', 'de-DE'],
  [UserDto, 'locale', 'klingonisch', null],
  [UserDto, 'locale', 'constructor', null],
  [UserDto, 'role', 'Administrator', null],
  [UserDto, 'role', 'Trainers', 'trainer'],
  [MemberDto, 'email', 'Eve Ek <e@example.org>', 'e@example.org'],
  [MemberDto, 'email', 'a@example.org; b@example.org', null],
  [SpaceDto, 'website_url', 'www.example.org/a', 'https://www.example.org/a'],
  [SpaceDto, 'website_url', 'laser 1.jpg', null],
  [SpaceDto, 'slug', 'Große Halle', 'grosse-halle'],
])('in %p, the field %s with the text %j gets the proposal %j', (dto, key, text, near) => {
  const field = fieldTable(dto).get(key);
  expect(field && proposalFor(field, text)).toBe(near);
});

it('a text longer than any value gets no proposal, in linear time', () => {
  const field = fieldTable(SpaceDto).get('time_zone');
  expect(inLinearTime(() => field && proposalFor(field, 'Berlin '.repeat(1_000_000)))).toBeNull();
});
