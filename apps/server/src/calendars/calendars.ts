import { parseUrl } from '@resource-catalogue/contracts';
import type { LargeResponses } from '@resource-catalogue/concurrency';
import type { ReadSource, Row } from '@resource-catalogue/database';
import type { Feed } from '@resource-catalogue/tokens';
import { ProblemError } from '../errors/problem-error.js';
import { type ICalEventData, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { feedStatement } from './feed-statement.js';
import { writeCalendar } from './write-calendar.js';

/** Maximum number of events: a screen shows far fewer, and each takes 0.3 ms. */
export const maxEvents = 2000;

/** The window in months before and after now. */
const monthsBack = 3;
const monthsAhead = 12;

/** Domain of the UIDs: the same for each URL of the service, so that an event keeps its UID. */
const uidDomain = 'resource-catalogue';

/** Reads feeds, each in one statement, and writes them as iCalendar. */
export class Calendars {
  constructor(
    private readonly source: Pick<ReadSource, 'query'>,
    private readonly large: LargeResponses,
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
    return writeCalendar(first[0] ?? '', events);
  }
}

function addMonths(instant: Date, months: number): Date {
  const moved = new Date(instant);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  return moved;
}

/** How a state of a booking or session appears: its STATUS, and the word before its title. */
const { CONFIRMED, TENTATIVE, CANCELLED } = ICalEventStatus;
const states: Readonly<Record<string, readonly [status: ICalEventStatus, word: string | null]>> = {
  pending: [TENTATIVE, 'Pending'],
  confirmed: [CONFIRMED, 'Booked'],
  // A no-show still blocked the unit.
  no_show: [CONFIRMED, 'Booked'],
  rejected: [CANCELLED, 'Canceled'],
  canceled: [CANCELLED, 'Canceled'],
  draft: [TENTATIVE, 'Draft'],
  scheduled: [CONFIRMED, null],
  completed: [CONFIRMED, null],
  closed: [CONFIRMED, 'Closed'],
};

function toEvent(row: Row): ICalEventData {
  const [, , uid, start, end, updated, sequence, state, ...texts] = row;
  const [resource, session, member, description, location, url] = texts;
  const [status, word] = states[state ?? ''] ?? [TENTATIVE, state ?? null];
  const title = [resource, session].filter(Boolean).join(', ');
  const summary = [word, title].filter(Boolean).join(': ');
  const link = typeof url === 'string' ? parseUrl(url) : null;
  const isFree = status === CANCELLED || state === 'closed';
  const changed = new Date(Number(updated));
  return {
    id: `${uid}@${uidDomain}`,
    sequence: Number(sequence),
    stamp: changed,
    lastModified: changed,
    // Times are in UTC, which every calendar converts correctly, across clock changes as well.
    start: new Date(Number(start)),
    end: new Date(Number(end)),
    allDay: state === 'closed',
    summary: member ? `${summary} (${member})` : summary,
    status,
    // Calendars that ignore the status show at least that the time is free.
    transparency: isFree ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    location: location ?? null,
    description: description ?? null,
    url: link && /^https?:$/.test(link.protocol) ? link.href : null,
  };
}

/** An event on today's date that says that the calendar is incomplete. */
function incompleteEvent(id: string, now: Date, max: number): ICalEventData {
  const day = new Date(`${now.toISOString().slice(0, 10)}T00:00:00.000Z`);
  return {
    id: `incomplete-${id}@${uidDomain}`,
    stamp: day,
    start: day,
    allDay: true,
    summary: `Incomplete calendar: only ${max} events are shown`,
    description:
      'Past events are left out first, then those furthest from now. Subscribe to smaller feeds instead, such as single machines.',
    transparency: ICalEventTransparency.TRANSPARENT,
  };
}
