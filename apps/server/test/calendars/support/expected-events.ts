import type { CollectionName } from '@resource-catalogue/contracts';
import { type Feed } from '@resource-catalogue/tokens';
import { asArray, asObject, asText, isObject, type JsonObject } from '@resource-catalogue/testing/json';
import type { Instance } from '../../support/service.js';
import type { ReadEvent } from './calendar.js';

const names = [
  ...([
    'bookings',
    'training_sessions',
    'event_sessions',
    'machine_units',
    'machines',
    'place_units',
    'places',
  ] as const),
  ...(['spaces', 'trainings', 'events', 'members'] as const),
] satisfies CollectionName[];

export type Tables = Readonly<Record<string, ReadonlyMap<string, JsonObject>>>;

/** All rows of these collections, read through the API. */
export async function readTables(service: Instance): Promise<Tables> {
  const tables: Record<string, Map<string, JsonObject>> = {};
  for (const name of names) {
    const rows = new Map<string, JsonObject>();
    let path: unknown = `/api/v1/${name}?limit=200`;
    while (typeof path === 'string') {
      const page = asObject((await service.request(path)).json());
      for (const row of asArray(page['data']).map(asObject)) rows.set(asText(row['id']), row);
      const { next } = asObject(page['links']);
      path = typeof next === 'string' ? next.slice(service.url.length) : null;
    }
    tables[name] = rows;
  }
  return tables;
}

const maximum = (texts: readonly unknown[]): string => texts.map(asText).toSorted().at(-1) ?? '';
const wholeSecond = (text: string, round: (value: number) => number): string =>
  new Date(round(Date.parse(text) / 1000) * 1000).toISOString();

/** The events of a feed, computed only from rows of the API. */
export function expectedEvents(
  tables: Tables,
  { collection, id, withNames }: Feed,
  from: string,
  to: string,
): ReadEvent[] {
  const find = (table: string, reference: unknown): JsonObject | null =>
    isObject(reference) ? asObject(tables[table]?.get(asText(reference['id']))) : null;
  const all = (table: string): JsonObject[] => [...(tables[table]?.values() ?? [])];

  const bookingEvents = all('bookings').flatMap((booking) => {
    const unit = find('machine_units', booking['machine_unit']) ?? find('place_units', booking['place_unit']);
    const owner = unit && (find('machines', unit['machine']) ?? find('places', unit['place']));
    const session =
      find('training_sessions', booking['training_session'] ?? booking['reserved_by_training_session']) ??
      find('event_sessions', booking['event_session'] ?? booking['reserved_by_event_session']);
    const subject = session && (find('trainings', session['training']) ?? find('events', session['event']));
    const member = find('members', booking['member']);
    const space = find('spaces', booking['space']);
    const belongs: Readonly<Record<string, boolean>> = {
      machine_units: unit?.['id'] === id,
      place_units: unit?.['id'] === id,
      machines: owner?.['id'] === id,
      places: owner?.['id'] === id,
      spaces: space?.['id'] === id && unit !== null,
      members: member?.['id'] === id,
    };
    if (belongs[collection] !== true) return [];
    const parts = [unit, owner, session, subject].filter((part) => part !== null);
    const gone = parts.some((part) => typeof part['soft_deleted_at'] === 'string' || part['state'] === 'canceled');
    const named = withNames && member?.['soft_deleted_at'] === null;
    return eventsOf(booking, {
      state: gone ? 'canceled' : asText(booking['state']),
      title: [owner, subject].flatMap((part) => (part ? [asText(part['name'])] : [])).join(', '),
      person: named ? ` (${asText(member['first_name'])} ${asText(member['last_name'])})` : '',
      modified: maximum([booking, ...parts].map((part) => part['updated_at'])),
      location: addressOf(space),
      description: unit && `Unit ${asText(unit['sku'])}`,
      url: null,
    });
  });

  const sessionEvents = (['training', 'event'] as const).flatMap((kind) =>
    all(`${kind}_sessions`).flatMap((session) => {
      const subject = asObject(find(`${kind}s`, session[kind]));
      const space = find('spaces', session['space']);
      const belongs =
        collection === `${kind}s` ? subject['id'] === id : collection === 'spaces' && space?.['id'] === id;
      if (!belongs) return [];
      const state = asText(session['state']);
      const draft = subject['publication_state'] === 'draft' && state === 'scheduled';
      const { location_kind: place, location_name: elsewhere } = subject;
      const link = subject['buying_cta_url'];
      return eventsOf(session, {
        state: typeof subject['soft_deleted_at'] === 'string' ? 'canceled' : draft ? 'draft' : state,
        title: asText(subject['name']),
        person: '',
        modified: maximum([session, subject].map((part) => part['updated_at'])),
        location: place === 'online' ? 'Online' : place === 'offsite' ? asText(elsewhere) : addressOf(space),
        description: subject['summary'] === null ? null : asText(subject['summary']),
        url: typeof link === 'string' ? new URL(link).href : null,
      });
    }),
  );

  const closedDays = all('spaces').flatMap((space) => {
    if (collection !== 'spaces' || space['id'] !== id) return [];
    const exceptions = asArray(space['opening_exceptions']).map(asObject);
    return exceptions.filter(({ closed }) => closed === true).map((day) => closedDay(space, day));
  });

  return [...bookingEvents, ...sessionEvents, ...closedDays]
    .filter(({ exactStart, exactEnd }) => exactStart < to && exactEnd > from)
    .toSorted((a, b) => (`${a.exactStart}${a.event.uid}` < `${b.exactStart}${b.event.uid}` ? -1 : 1))
    .map(({ event }) => event);
}

interface About extends Pick<ReadEvent, 'location' | 'description' | 'url' | 'modified'> {
  readonly state: string;
  readonly title: string;
  readonly person: string;
}

const words: Readonly<Record<string, string>> = {
  ...{ pending: 'Pending: ', confirmed: 'Booked: ', no_show: 'Booked: ', rejected: 'Canceled: ' },
  ...{ canceled: 'Canceled: ', draft: 'Draft: ' },
};
const statuses: Readonly<Record<string, string>> = {
  ...{ pending: 'TENTATIVE', draft: 'TENTATIVE', rejected: 'CANCELLED', canceled: 'CANCELLED' },
};

function eventsOf(row: JsonObject, { state, title, person, modified, ...about }: About) {
  return asArray(row['slots']).map((value) => {
    const slot = asObject(value);
    const [exactStart, exactEnd] = [asText(slot['start_time']), asText(slot['end_time'])];
    const status = statuses[state] ?? 'CONFIRMED';
    const event: ReadEvent = {
      uid: `${asText(slot['id'])}@resource-catalogue`,
      sequence: Math.floor((Date.parse(modified) - Date.parse(asText(row['created_at']))) / 1000),
      modified: wholeSecond(modified, Math.floor),
      start: wholeSecond(exactStart, Math.floor),
      end: wholeSecond(exactEnd, Math.ceil),
      summary: cut(`${words[state] ?? ''}${title}${person}`),
      status,
      free: status === 'CANCELLED',
      ...about,
      location: about.location && cut(about.location),
      description: about.description && cut(about.description),
    };
    return { exactStart, exactEnd, event };
  });
}

function closedDay(space: JsonObject, { date, note }: JsonObject) {
  const start = asText(date);
  const next = new Date(Date.parse(start) + 86_400_000).toISOString();
  const modified = asText(space['updated_at']);
  const event: ReadEvent = {
    uid: `closed-${asText(space['id'])}-${start}@resource-catalogue`,
    sequence: Math.floor((Date.parse(modified) - Date.parse(asText(space['created_at']))) / 1000),
    modified: wholeSecond(modified, Math.floor),
    start,
    end: next.slice(0, 10),
    summary: cut(note === null ? 'Closed' : `Closed: ${asText(note)}`),
    status: 'CONFIRMED',
    free: true,
    location: asText(space['name']),
    description: null,
    url: null,
  };
  return { exactStart: `${start}T00:00:00.000Z`, exactEnd: next, event };
}

const cut = (text: string): string => text.replaceAll('\r\n', '\n');

function addressOf(space: JsonObject | null): string {
  const address = isObject(space?.['address']) ? space['address'] : {};
  const town = [address['postal_code'], address['city']].filter((part) => typeof part === 'string').join(' ');
  return [space?.['name'], address['street'], town]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(', ');
}
