import { parseUrl } from '@resource-catalogue/contracts';
import type { LargeAnswers } from '@resource-catalogue/concurrency';
import type { ReadSource, Row } from '@resource-catalogue/database';
import type { Feed } from '@resource-catalogue/tokens';
import { ProblemError } from '../errors/problem-error.js';
import { feedStatement } from './feed-statement.js';
import { calendarText, type Property, textValue } from './icalendar.js';

/** Maximum number of events: about 2 MB, more than calendars accept. */
export const maxEvents = 5000;

/** The window in months before and after now. */
const monthsBack = 3;
const monthsAhead = 12;

/** How often calendars should ask again, if they follow it. */
const refreshInterval = 'PT15M';

/** Domain of the UIDs: the same for each URL of the service, so that an event keeps its UID. */
const uidDomain = 'resource-catalogue';

/** Reads feeds, each in one statement, and writes them as iCalendar. */
export class Calendars {
  constructor(
    private readonly source: Pick<ReadSource, 'query'>,
    private readonly large: LargeAnswers,
    private readonly now: () => number = () => Date.now(),
    private readonly max: number = maxEvents,
  ) {}

  read(feed: Feed): Promise<string> {
    return this.large.begin('calendar feeds', () => this.write(feed));
  }

  private async write({ collection, id, withNames }: Feed): Promise<string> {
    const now = new Date(this.now());
    const window = [addMonths(now, -monthsBack), addMonths(now, monthsAhead), now].map((instant) =>
      instant.toISOString(),
    );
    const rows = await this.source.query(feedStatement(collection), [id, ...window, withNames, this.max]);
    const [first] = rows;
    if (!first) throw new ProblemError('not_found', 'The resource of this calendar feed no longer exists.');
    const events = rows.filter(([, fits]) => fits === 'true').map(toEvent);
    if (rows.some(([, fits]) => fits === 'false')) events.push(incompleteEvent(id, now, this.max));
    return calendarText(calendarProperties(first[0] ?? ''), events);
  }
}

function addMonths(instant: Date, months: number): Date {
  const moved = new Date(instant);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  return moved;
}

const calendarProperties = (title: string): Property[] => [
  ['PRODID', '-//Resource Catalogue//Calendar feeds//EN'],
  ['NAME', textValue(title)],
  ['X-WR-CALNAME', textValue(title)],
  ['REFRESH-INTERVAL;VALUE=DURATION', refreshInterval],
  ['X-PUBLISHED-TTL', refreshInterval],
];

/** How a state of a booking or session appears: its STATUS, and the word before its title. */
const states: Readonly<Record<string, readonly [status: string, word: string | null]>> = {
  pending: ['TENTATIVE', 'Pending'],
  confirmed: ['CONFIRMED', 'Booked'],
  // The time was held.
  no_show: ['CONFIRMED', 'Booked'],
  rejected: ['CANCELLED', 'Canceled'],
  canceled: ['CANCELLED', 'Canceled'],
  draft: ['TENTATIVE', 'Draft'],
  scheduled: ['CONFIRMED', null],
  completed: ['CONFIRMED', null],
  closed: ['CONFIRMED', 'Closed'],
};

function toEvent(row: Row): Property[] {
  const [, , uid, start = '', end = '', updated, sequence, state, ...texts] = row;
  const [resource, session, member, description, location, url] = texts;
  const [status, word] = states[state ?? ''] ?? ['TENTATIVE', state ?? null];
  const title = [resource, session].filter(Boolean).join(', ');
  const summary = [word, title].filter(Boolean).join(': ');
  const link = typeof url === 'string' ? parseUrl(url) : null;
  const isFree = status === 'CANCELLED' || state === 'closed';
  return [
    ['UID', textValue(`${uid}@${uidDomain}`)],
    ['SEQUENCE', sequence ?? '0'],
    ['DTSTAMP', updated ?? ''],
    ['LAST-MODIFIED', updated ?? ''],
    ...(state === 'closed' ? wholeDays(start, end) : times(start, end)),
    ['SUMMARY', textValue(member ? `${summary} (${member})` : summary)],
    ['STATUS', status],
    // Calendars that ignore the status show at least that the time is free.
    ['TRANSP', isFree ? 'TRANSPARENT' : 'OPAQUE'],
    ...optional('LOCATION', location && textValue(location)),
    ...optional('DESCRIPTION', description && textValue(description)),
    ...optional('URL', link && /^https?:$/.test(link.protocol) ? link.href : null),
  ];
}

/** UTC, which every calendar converts correctly, across clock changes as well. */
const times = (start: string | null, end: string | null): Property[] => [
  ['DTSTART', start ?? ''],
  ['DTEND', end ?? ''],
];

const wholeDays = (start: string | null, end: string | null): Property[] => [
  ['DTSTART;VALUE=DATE', start?.slice(0, 8) ?? ''],
  ['DTEND;VALUE=DATE', end?.slice(0, 8) ?? ''],
];

const optional = (name: string, value: string | null | undefined): Property[] => (value ? [[name, value]] : []);

/** Says in the calendar that it is incomplete, on the day on which people look. */
function incompleteEvent(id: string, now: Date, max: number): Property[] {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '');
  return [
    ['UID', `incomplete-${id}@${uidDomain}`],
    ['DTSTAMP', `${day}T000000Z`],
    ['DTSTART;VALUE=DATE', day],
    ['SUMMARY', `Incomplete calendar: only ${max} events are shown`],
    [
      'DESCRIPTION',
      textValue(
        'Times that are over are left out first, then those furthest from now. Subscribe to parts instead, such as single machines.',
      ),
    ],
    ['TRANSP', 'TRANSPARENT'],
  ];
}
