import { expect } from '@jest/globals';
import { asArray } from '@resource-catalogue/testing/json';
import ICAL from 'ical.js';

/** An event as ical.js reads it, without the properties that are checked for all. */
export interface ReadEvent {
  readonly uid: string;
  readonly sequence: number;
  readonly modified: string;
  readonly start: string;
  readonly end: string;
  readonly summary: string;
  readonly status: string;
  readonly free: boolean;
  readonly location: string | null;
  readonly description: string | null;
  readonly url: string | null;
}

interface ReadCalendar {
  readonly name: string;
  readonly events: readonly ReadEvent[];
}

/** Reads a feed as calendars do, after checking the form that RFC 5545 requires of its lines. */
export function readCalendar(bytes: Buffer): ReadCalendar {
  expectLines(bytes);
  const calendar = new ICAL.Component([...asArray(ICAL.parse(bytes.toString()))]);
  for (const [name, value] of [
    ['version', '2.0'],
    ['refresh-interval', 'PT15M'],
    ['name', calendar.getFirstPropertyValue('x-wr-calname')],
  ]) {
    expect([name, String(calendar.getFirstPropertyValue(String(name)))]).toEqual([name, value]);
  }
  const events = calendar.getAllSubcomponents('vevent').map(readEvent);
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
  // ical.js does not know the type of NAME (RFC 7986), so it leaves the escapes.
  const name = String(calendar.getFirstPropertyValue('name'));
  return {
    name: name.replace(/\\([\\;,n])/g, (_, character) => (character === 'n' ? '\n' : String(character))),
    events,
  };
}

const readEvent = (component: InstanceType<typeof ICAL.Component>): ReadEvent => {
  const text = (name: string): string => String(component.getFirstPropertyValue(name));
  const optional = (name: string): string | null => (component.hasProperty(name) ? text(name) : null);
  const instant = (name: string): string => {
    const value = component.getFirstPropertyValue(name);
    if (!(value instanceof ICAL.Time)) throw new Error(`${name} is not a time.`);
    if (!value.isDate) expect(value.zone).toBe(ICAL.Timezone.utcTimezone);
    return value.isDate ? value.toString() : value.toJSDate().toISOString();
  };
  const stamp = instant('dtstamp');
  if (component.hasProperty('last-modified')) expect(instant('last-modified')).toBe(stamp);
  return {
    uid: text('uid'),
    sequence: component.hasProperty('sequence') ? Number(text('sequence')) : 0,
    modified: stamp,
    start: instant('dtstart'),
    end: component.hasProperty('dtend') ? instant('dtend') : '',
    summary: text('summary'),
    status: component.hasProperty('status') ? text('status') : '',
    free: text('transp') === 'TRANSPARENT',
    location: optional('location'),
    description: optional('description'),
    url: optional('url'),
  };
};

/** RFC 5545, 3.1: CRLF, at most 75 octets, and no character in two lines. */
function expectLines(bytes: Buffer): void {
  expect(bytes.subarray(-2).toString()).toBe('\r\n');
  const lines = bytes.toString('latin1').slice(0, -2).split('\r\n');
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  for (const line of lines) {
    const decoded = utf8.decode(Buffer.from(line, 'latin1'));
    if (line.length > 75 || /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(decoded))
      throw new Error(`Bad line: ${JSON.stringify(decoded)}`);
  }
}
