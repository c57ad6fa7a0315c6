import { setImmediate as nextTurn } from 'node:timers/promises';
import ical, { escape, type ICalEventData } from 'ical-generator';

/** How often calendars should refresh, in seconds. */
const refreshInterval = 15 * 60;

/** Number of events written at once; other requests are served between two batches. */
const partSize = 50;

const firstEvent = '\r\nBEGIN:VEVENT';
const lastLine = '\r\nEND:VCALENDAR';

/** Writes a calendar in iCalendar (RFC 5545). */
export async function writeCalendar(title: string, events: readonly ICalEventData[]): Promise<string> {
  const first = writePart(title, events.slice(0, partSize));
  const parts = [first.slice(0, first.lastIndexOf(lastLine))];
  for (let start = partSize; start < events.length; start += partSize) {
    await nextTurn();
    const part = writePart(title, events.slice(start, start + partSize));
    parts.push(part.slice(part.indexOf(firstEvent), part.lastIndexOf(lastLine)));
  }
  return `${parts.join('')}${lastLine}\r\n`;
}

function writePart(title: string, events: readonly ICalEventData[]): string {
  // The library does not escape this name.
  const name = escape(printable(title), false);
  const calendar = ical({ prodId: '//Resource Catalogue//Calendar feeds//EN', name, ttl: refreshInterval });
  for (const event of events) calendar.createEvent(withPrintableTexts(event));
  return calendar.toString();
}

const withPrintableTexts = ({ summary, location, description, ...event }: ICalEventData): ICalEventData => ({
  ...event,
  ...(typeof summary === 'string' && { summary: printable(summary) }),
  ...(typeof location === 'string' && { location: printable(location) }),
  ...(typeof description === 'string' && { description: printable(description) }),
});

/** The library escapes line breaks; other control characters are not allowed, and some readers split lines at them. */
const printable = (text: string): string =>
  text.replace(/(?!\n)[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (found) => (found === '\r' ? found : ' '));
