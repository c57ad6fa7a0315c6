import { ask, dataOf, rows, same } from '../probe/ask.js';
import { isList, isObject, type JsonObject, type JsonValue, objectsAt, textOf } from '../server/json.js';
import type { SelfTestServer } from '../server/start.js';
import { objectThroughout, showing, without } from './alterations.js';
import type { Fault } from './fault.js';

// Faults of whole resources: what their values have to do with each other, and the order of arrays.

const anyRow = async (
  server: SelfTestServer,
  collection: string,
  found: (row: JsonObject) => boolean,
): Promise<boolean> => (await rows(server, collection, 'limit=200')).some(found);

const reversed = (row: JsonObject, key: string): JsonObject => ({
  ...row,
  [key]: objectsAt(row, key).slice().reverse(),
});

const isOrdered = (values: readonly unknown[]): boolean =>
  values.every((value, index) => index === 0 || Number(value) >= Number(values[index - 1]));

export const shapeFaults = [
  {
    id: 'shape-image-relative',
    family: 'shape',
    rule: 'SHAPE-6',
    summary: 'the URLs of images have no origin',
    behaviour: () =>
      showing((row) => {
        const { image } = row;
        if (!isObject(image)) return row;
        const path = (url: JsonValue): JsonValue => (typeof url === 'string' ? new URL(url).pathname : url);
        return { ...row, image: objectThroughout(image, path) };
      }, 'machines'),
    probe: (server) =>
      anyRow(server, 'machines', ({ image }) => isObject(image) && textOf(image['sm']).startsWith('/')),
  },
  {
    id: 'shape-image-size-missing',
    family: 'shape',
    rule: 'SHAPE-6',
    summary: 'images of members have no lg',
    behaviour: () =>
      showing((row) => (isObject(row['image']) ? { ...row, image: without(row['image'], 'lg') } : row), 'members'),
    probe: (server) => anyRow(server, 'members', ({ image }) => isObject(image) && !('lg' in image)),
  },
  {
    id: 'shape-rendered-unsanitised',
    family: 'shape',
    rule: 'SHAPE-6',
    summary: 'the rendered description of an event holds an event handler',
    behaviour: () =>
      showing(
        (row) =>
          row['description_rendered'] === null
            ? row
            : { ...row, description_rendered: '<p onclick="alert(1)">All about it.</p>\n' },
        'events',
      ),
    probe: (server) => anyRow(server, 'events', (row) => textOf(row['description_rendered']).includes('onclick')),
  },
  {
    id: 'shape-updated-before-created',
    family: 'shape',
    rule: 'SHAPE-7',
    summary: 'some places were updated before they were created',
    behaviour: () =>
      showing(
        (row) => (row['updated_at'] === row['created_at'] ? { ...row, updated_at: '2020-01-01T00:00:00.000Z' } : row),
        'places',
      ),
    probe: (server) => anyRow(server, 'places', (row) => textOf(row['updated_at']) < textOf(row['created_at'])),
  },
  {
    id: 'shape-enum-value-unknown',
    family: 'shape',
    rule: 'section 8',
    summary: 'a session that is scheduled is called planned',
    behaviour: () =>
      showing((row) => (row['state'] === 'scheduled' ? { ...row, state: 'planned' } : row), 'training_sessions'),
    probe: (server) => anyRow(server, 'training_sessions', ({ state }) => state === 'planned'),
  },
  {
    id: 'shape-flag-as-number',
    family: 'shape',
    rule: 'section 8',
    summary: 'renews_automatically is 1 or 0',
    behaviour: () =>
      showing(
        (row) => ({ ...row, renews_automatically: row['renews_automatically'] === true ? 1 : 0 }),
        'subscriptions',
      ),
    probe: (server) => anyRow(server, 'subscriptions', (row) => row['renews_automatically'] === 1),
  },
  {
    id: 'shape-number-as-text',
    family: 'shape',
    rule: 'section 8',
    summary: 'latitude and longitude are texts',
    behaviour: () =>
      showing(
        (row) =>
          row['latitude'] === null
            ? row
            : { ...row, latitude: textOf(row['latitude']), longitude: textOf(row['longitude']) },
        'spaces',
      ),
    probe: (server) => anyRow(server, 'spaces', (row) => typeof row['latitude'] === 'string'),
  },
  {
    id: 'shape-slots-unordered',
    family: 'shape',
    rule: 'SHAPE-10',
    summary: 'slots are in the order of their end, backwards',
    behaviour: () => showing((row) => reversed(row, 'slots'), 'event_sessions'),
    probe: (server) =>
      anyRow(
        server,
        'event_sessions',
        (row) => !isOrdered(objectsAt(row, 'slots').map((slot) => Date.parse(textOf(slot['start_time'])))),
      ),
  },
  {
    id: 'shape-steps-unordered',
    family: 'shape',
    rule: 'SHAPE-10',
    summary: 'steps are not in the order of their positions',
    behaviour: () => showing((row) => reversed(row, 'steps'), 'projects'),
    probe: (server) =>
      anyRow(server, 'projects', (row) => !isOrdered(objectsAt(row, 'steps').map(({ position }) => position))),
  },
  {
    id: 'shape-opening-hours-unordered',
    family: 'shape',
    rule: 'SHAPE-10',
    summary: 'opening hours begin with the last day',
    behaviour: () => showing((row) => reversed(row, 'opening_hours'), 'spaces'),
    probe: (server) =>
      anyRow(
        server,
        'spaces',
        (row) => !isOrdered(objectsAt(row, 'opening_hours').map((hours) => hours['day_of_week'])),
      ),
  },
  {
    id: 'shape-arrays-change-order',
    family: 'shape',
    rule: 'SHAPE-10',
    summary: 'the plans that a machine requires come in another order on every second request',
    behaviour: () => {
      let shown = 0;
      return showing((row) => ((shown += 1) % 2 === 0 ? reversed(row, 'required_plans') : row), 'machines');
    },
    probe: async (server) => {
      const machine = (await rows(server, 'machines', 'limit=200')).find(
        (row) => objectsAt(row, 'required_plans').length > 1,
      );
      const path = `/api/v1/machines/${textOf(machine?.['id'])}`;
      return !same(dataOf(await ask(server, path)), dataOf(await ask(server, path)));
    },
  },
  {
    id: 'shape-canceled-without-time',
    family: 'shape',
    rule: 'section 8',
    summary: 'a canceled booking does not say when it was canceled',
    behaviour: () => showing((row) => ({ ...row, canceled_at: null }), 'bookings'),
    probe: (server) => anyRow(server, 'bookings', (row) => row['state'] === 'canceled' && row['canceled_at'] === null),
  },
  {
    id: 'shape-draft-with-publication',
    family: 'shape',
    rule: 'section 8',
    summary: 'a draft of a plan has a time of publication',
    behaviour: () => showing((row) => ({ ...row, published_at: row['created_at'] ?? null }), 'plans'),
    probe: (server) =>
      anyRow(server, 'plans', (row) => row['publication_state'] === 'draft' && row['published_at'] !== null),
  },
  {
    id: 'shape-button-without-address',
    family: 'shape',
    rule: 'section 8',
    summary: 'a button that writes an e-mail has no address',
    behaviour: () => showing((row) => ({ ...row, buying_cta_email: null }), 'events'),
    probe: (server) =>
      anyRow(server, 'events', (row) => row['buying_cta_kind'] === 'email' && row['buying_cta_email'] === null),
  },
  {
    id: 'shape-booking-of-two-things',
    family: 'shape',
    rule: 'section 8',
    summary: 'a booking that is held for an event session is of that session, too',
    behaviour: () =>
      showing(
        (row) =>
          row['reserved_by_event_session'] === null
            ? row
            : { ...row, event_session: row['reserved_by_event_session'] ?? null },
        'bookings',
      ),
    probe: (server) =>
      anyRow(server, 'bookings', (row) => row['event_session'] !== null && row['machine_unit'] !== null),
  },
  {
    id: 'shape-slug-with-capitals',
    family: 'shape',
    rule: 'section 8',
    summary: 'the slugs of trainings begin with a capital',
    behaviour: () =>
      showing(
        (row) => ({ ...row, slug: textOf(row['slug']).replace(/^[a-z]/, (letter) => letter.toUpperCase()) }),
        'trainings',
      ),
    probe: (server) => anyRow(server, 'trainings', (row) => /[A-Z]/.test(textOf(row['slug']))),
  },
  {
    id: 'shape-slugs-not-unique',
    family: 'shape',
    rule: 'section 8',
    summary: 'places of the same name share a slug',
    behaviour: () => showing((row) => ({ ...row, slug: textOf(row['slug']).replace(/-\d+$/, '') }), 'places'),
    probe: async (server) => {
      const slugs = (await rows(server, 'places', 'limit=200')).map(({ slug }) => slug);
      return new Set(slugs).size < slugs.length;
    },
  },
  {
    id: 'shape-seats-below-zero',
    family: 'shape',
    rule: 'section 8',
    summary: 'seats_available is below zero where a session is overbooked',
    behaviour: () =>
      showing(
        (row) => ({ ...row, seats_available: Number(row['seats_total']) - Number(row['seats_booked']) }),
        'training_sessions',
        'event_sessions',
      ),
    probe: async (server) =>
      (await anyRow(server, 'training_sessions', (row) => Number(row['seats_available']) < 0)) ||
      anyRow(server, 'event_sessions', (row) => Number(row['seats_available']) < 0),
  },
  {
    id: 'shape-week-from-sunday',
    family: 'shape',
    rule: 'section 8',
    summary: 'days of the week are counted from 0',
    behaviour: () =>
      showing(
        (row) => ({
          ...row,
          opening_hours: objectsAt(row, 'opening_hours').map((hours) => ({
            ...hours,
            day_of_week: Number(hours['day_of_week']) - 1,
          })),
        }),
        'spaces',
      ),
    probe: (server) =>
      anyRow(server, 'spaces', (row) => objectsAt(row, 'opening_hours').some((hours) => hours['day_of_week'] === 0)),
  },
  {
    id: 'shape-seats-minimum-alone',
    family: 'shape',
    rule: 'section 8',
    summary: 'minimum_seats stands without auto_cancel_before_in_hours',
    behaviour: () => showing((row) => ({ ...row, auto_cancel_before_in_hours: null }), 'trainings'),
    probe: (server) =>
      anyRow(
        server,
        'trainings',
        (row) => row['minimum_seats'] !== null && row['auto_cancel_before_in_hours'] === null,
      ),
  },
  {
    id: 'shape-no-slots',
    family: 'shape',
    rule: 'section 8',
    summary: 'sessions that are drafts have no slots',
    behaviour: () => showing((row) => (row['state'] === 'draft' ? { ...row, slots: [] } : row), 'training_sessions'),
    probe: (server) => anyRow(server, 'training_sessions', ({ slots }) => isList(slots) && slots.length === 0),
  },
] as const satisfies readonly Fault[];
