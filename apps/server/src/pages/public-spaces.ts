import { isObject, resolvedZone } from '@resource-catalogue/contracts';
import type { Database } from '@resource-catalogue/database';
import { escapeHtml } from './page-layout.js';

/** Milliseconds for which the spaces are reused: anyone may open the page. */
const maxAge = 10_000;
const maxSpaces = 20;
const maxSpecialDays = 5;

/** The columns of a space that PUBLIC_SPACES shows; others are not read. */
const publicColumns = {
  ...{ name: true, time_zone: true, opening_hours: true, opening_exceptions: true },
  ...{ address: true, website_url: true },
};

interface PublicSpace {
  readonly name: string;
  readonly time_zone: string;
  readonly opening_hours: unknown;
  readonly opening_exceptions: unknown;
  readonly address: unknown;
  readonly website_url: string | null;
}

/** The published spaces, for people without a token, if the operator allows it. */
export class PublicSpaces {
  private read: { readonly at: number; readonly html: Promise<string> } | undefined;

  constructor(
    private readonly prisma: Pick<Database['prisma'], 'space'>,
    private readonly isAllowed: boolean,
    private readonly now: () => number = Date.now,
  ) {}

  /** Empty without permission, without published spaces, or while the database is unavailable. */
  html(): Promise<string> {
    if (!this.isAllowed) return Promise.resolve('');
    const at = this.now();
    if (!this.read || Math.abs(at - this.read.at) >= maxAge) this.read = { at, html: this.write(at).catch(() => '') };
    return this.read.html;
  }

  private async write(at: number): Promise<string> {
    const where = { publication_state: 'published', soft_deleted_at: null } as const;
    const spaces = await this.prisma.space.findMany({
      where,
      select: publicColumns,
      orderBy: { name: 'asc' },
      take: maxSpaces,
    });
    return spaces.map((space) => spaceCard(space, at)).join('');
  }
}

function spaceCard(space: PublicSpace, at: number): string {
  const { name, time_zone: zone, opening_hours, opening_exceptions, address, website_url: website } = space;
  const lines = [...hoursLines(opening_hours), ...specialLines(opening_exceptions, localDate(zone, at))];
  const place = addressLine(address);
  const link = website !== null && /^https?:/i.test(website);
  return (
    `<article class="card"><h2><bdi>${escapeHtml(name)}</bdi></h2>` +
    (place === '' ? '' : `<p class="soft"><bdi>${escapeHtml(place)}</bdi></p>`) +
    `<ul class="hours-of-week">${lines.map((line) => `<li>${line}</li>`).join('')}</ul>` +
    (link ? `<p><a href="${escapeHtml(website)}" rel="noreferrer">Website</a></p>` : '') +
    '</article>'
  );
}

const localDate = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: resolvedZone(zone) ?? 'UTC', dateStyle: 'short' }).format(at);

function addressLine(address: unknown): string {
  if (!isObject(address)) return '';
  const { street, postal_code, city } = address;
  const town = [postal_code, city].filter((part) => typeof part === 'string').join(' ');
  return [street, town].filter((part) => typeof part === 'string' && part !== '').join(', ');
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** `Mon–Fri 08:00–22:00`: days in a row with the same hours share a line; a space without hours is always open. */
export function hoursLines(openingHours: unknown): string[] {
  const entries = Array.isArray(openingHours) ? openingHours.filter(isObject) : [];
  if (entries.length === 0) return ['Always open'];
  const hours = weekdays.map((_, index) =>
    entries
      .filter(({ day_of_week }) => day_of_week === index + 1)
      .map(({ opens_at, closes_at }) => `${String(opens_at)}–${String(closes_at)}`)
      .sort()
      .join(', '),
  );
  const lines: { first: number; last: number; text: string }[] = [];
  for (const [index, text] of hours.entries()) {
    const last = lines.at(-1);
    if (last?.text === text) last.last = index;
    else lines.push({ first: index, last: index, text });
  }
  return lines.map(({ first, last, text }) => {
    const days = first === last ? weekdays[first] : `${weekdays[first]}–${weekdays[last]}`;
    return `<span>${days}</span> ${text === '' ? 'closed' : escapeHtml(text)}`;
  });
}

const shortDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** `Fri 25 Dec closed: Christmas Day`, for the next dates with other hours. */
export function specialLines(exceptions: unknown, from: string): string[] {
  const days = new Map<string, { hours: string[]; notes: Set<string> }>();
  for (const { date, closed, opens_at, closes_at, note } of Array.isArray(exceptions)
    ? exceptions.filter(isObject)
    : []) {
    if (typeof date !== 'string' || date < from) continue;
    const day = days.get(date) ?? { hours: [], notes: new Set() };
    days.set(date, day);
    day.hours.push(closed === true ? 'closed' : `${String(opens_at)}–${String(closes_at)}`);
    if (typeof note === 'string') day.notes.add(note);
  }
  return [...days].slice(0, maxSpecialDays).map(([date, { hours, notes }]) => {
    const why = notes.size === 0 ? '' : `: <bdi>${escapeHtml([...notes].join(', '))}</bdi>`;
    return `<span>${shortDay.format(Date.parse(date)).replace(',', '')}</span> ${escapeHtml(hours.join(', '))}${why}`;
  });
}
