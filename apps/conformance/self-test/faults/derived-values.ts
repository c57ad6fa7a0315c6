import { ask, dataOf, rows } from '../probe/ask.js';
import { idOf, isList, isObject, type JsonObject, objectsAt, type Row, textOf } from '../server/json.js';
import type { SelfTestServer } from '../server/start.js';
import { zones } from '../server/world/clock.js';
import { showing } from './alterations.js';
import type { Fault } from './fault.js';

// Faults of what one resource owes another: derived values, kinds of references, local dates.

const all = (server: SelfTestServer, collection: string, query = '') => rows(server, collection, `limit=200&${query}`);

const inner = (row: JsonObject | undefined, key: string): JsonObject => {
  const value = row?.[key];
  return isObject(value) ? value : {};
};

/** What a reference to a row leads to. */
const targetOf = async (server: SelfTestServer, collection: string, reference: JsonObject): Promise<JsonObject> =>
  dataOf(await ask(server, `/api/v1/${collection}/${textOf(reference['id'])}`));

const seats = (booking: Row): number => objectsAt(booking, 'seats').length;

export const derivedValueFaults = [
  {
    id: 'reference-subscription-not-active',
    family: 'reference',
    rule: 'section 8',
    summary: 'members do not show their active subscription while there is a canceled one',
    behaviour: (_, world) => {
      const canceled = new Set(
        world.subscriptions.filter(({ state }) => state !== 'active').map((row) => idOf(row['member'])),
      );
      return showing(
        (row) => (canceled.has(textOf(row['id'])) ? { ...row, current_subscription: null } : row),
        'members',
      );
    },
    probe: async (server) => {
      const active = (await all(server, 'subscriptions', 'filters[state][in]=active')).map((row) =>
        idOf(row['member']),
      );
      return (await all(server, 'members')).some(
        (row) => active.includes(textOf(row['id'])) && row['current_subscription'] === null,
      );
    },
  },
  {
    id: 'reference-seats-of-canceled',
    family: 'reference',
    rule: 'section 8',
    summary: 'the seats of canceled bookings count as booked',
    behaviour: (_, world) =>
      showing((row) => {
        const own = world.bookings.filter((booking) => idOf(booking['event_session']) === row['id']);
        const gone = own.filter(({ state }) => state === 'canceled').reduce((sum, booking) => sum + seats(booking), 0);
        const booked = Number(row['seats_booked']) + gone;
        return { ...row, seats_booked: booked, seats_available: Math.max(0, Number(row['seats_total']) - booked) };
      }, 'event_sessions'),
    probe: async (server) => {
      const bookings = (await all(server, 'bookings', 'filters[state][in]=pending,confirmed,no_show')).filter(
        (row) => row['event_session'] !== null,
      );
      return (await all(server, 'event_sessions')).some((session) => {
        const own = bookings.filter((row) => idOf(row['event_session']) === session['id']);
        return session['seats_booked'] !== own.reduce((sum, row) => sum + objectsAt(row, 'seats').length, 0);
      });
    },
  },
  {
    id: 'reference-parents-in-a-circle',
    family: 'reference',
    rule: 'section 8',
    summary: 'a space is its own parent',
    behaviour: () =>
      showing(
        (row) =>
          row['parent'] === null ? row : { ...row, parent: { id: row['id'] ?? null, name: row['name'] ?? null } },
        'spaces',
      ),
    probe: async (server) => (await all(server, 'spaces')).some((row) => idOf(row['parent']) === row['id']),
  },
  {
    id: 'reference-category-of-another-type',
    family: 'reference',
    rule: 'section 8',
    summary: 'machines have categories of places',
    behaviour: (_, world) => {
      const other = world.categories.find(({ type }) => type === 'place');
      const category = { id: other?.id ?? null, name: other?.['name'] ?? null };
      return showing((row) => (row['category'] === null ? row : { ...row, category }), 'machines');
    },
    probe: async (server) => {
      const machine = (await all(server, 'machines')).find((row) => row['category'] !== null);
      return (await targetOf(server, 'categories', inner(machine, 'category')))['type'] === 'place';
    },
  },
  {
    id: 'reference-slot-dates-in-utc',
    family: 'reference',
    rule: 'section 8',
    summary: 'the dates of a slot are those of UTC, not of the space’s time zone',
    behaviour: () =>
      showing(
        (row) => ({
          ...row,
          slots: objectsAt(row, 'slots').map((slot) => ({
            ...slot,
            start_date: textOf(slot['start_time']).slice(0, 10),
          })),
        }),
        'bookings',
      ),
    probe: async (server) => {
      const spaces = new Map((await all(server, 'spaces')).map((row) => [row['id'], textOf(row['time_zone'])]));
      return (await all(server, 'bookings')).some((row) => {
        const zone = Object.entries(zones).find(([name]) => name === spaces.get(idOf(row['space'])));
        const [slot] = objectsAt(row, 'slots');
        const local = new Date(Date.parse(textOf(slot?.['start_time'])) + (zone?.[1] ?? 0)).toISOString();
        return local.slice(0, 10) !== slot?.['start_date'];
      });
    },
  },
  {
    id: 'reference-quota-elsewhere',
    family: 'reference',
    rule: 'section 8',
    summary: 'the quotas of a machine name duration types that it does not have',
    behaviour: () =>
      showing((row) => {
        const quotas = row['machine_quotas'];
        const elsewhere = { machine_booking_duration_type_id: row['id'] ?? null };
        return {
          ...row,
          machine_quotas: isList(quotas)
            ? quotas.map((quota) => ({ ...(isObject(quota) && quota), ...elsewhere }))
            : [],
        };
      }, 'machines'),
    probe: async (server) =>
      (await all(server, 'machines')).some((row) =>
        objectsAt(row, 'machine_quotas').some((quota) => quota['machine_booking_duration_type_id'] === row['id']),
      ),
  },
] as const satisfies readonly Fault[];
