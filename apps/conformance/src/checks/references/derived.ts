import type { CollectionName } from '@resource-catalogue/contracts';
import { type Json, textOf, valuesAt, idOf, type Row } from '../../json.js';
import type { CheckContext } from '../context/check-context.js';
import { type Checks, onCollections } from '../context/check.js';
import { violatedBy } from '../context/violation.js';

/** Rows of another collection that a check counts on, by id: all of them, or it cannot say anything. */
function all(context: CheckContext, name: CollectionName): ReadonlyMap<string, Row> {
  const { rows, complete } = context.subject(name);
  context.need(complete, `needs all ${name}, and not all were read`);
  return new Map(rows.map((row) => [idOf(row), row]));
}

const idAt = (value: Json, path: string): string => textOf(valuesAt(value, `${path}.id`)[0]);

const takesSeat: readonly (Json | undefined)[] = ['pending', 'confirmed', 'no_show'];

const categoryTypes: Readonly<Record<string, string>> = {
  machines: 'machine',
  places: 'place',
  trainings: 'training',
  events: 'event',
  plans: 'plan',
};

export const derivedChecks: Checks = {
  'seats-booked-counts-the-seats': onCollections(['SHAPE-7'], {
    applies: ({ name }) => name === 'event_sessions' || name === 'training_sessions',
    title: 'seats_booked is the number of seats of the pending, confirmed and no_show bookings of the session',
    run: (context, { contract, rows }) => {
      const seats = new Map<string, number>();
      for (const booking of all(context, 'bookings').values()) {
        if (!takesSeat.includes(booking['state'])) continue;
        const id = idAt(booking, contract.name.replace(/s$/, ''));
        seats.set(id, (seats.get(id) ?? 0) + valuesAt(booking, 'seats[]').length);
      }
      context.need(rows.length > 0, 'the collection is empty');
      for (const row of rows) {
        const booked = seats.get(idOf(row)) ?? 0;
        if (row['seats_booked'] !== booked) violatedBy([row], `seats_booked of ${booked}`, textOf(row['seats_booked']));
      }
    },
  }),
  'current-subscription-is-the-active-one': onCollections(['SHAPE-7', 'SHAPE-9'], {
    applies: ({ name }) => name === 'members',
    title: 'current_subscription is the member’s subscription in state active, of which there is at most one',
    run: (context, { rows }) => {
      const active = new Map<string, string>();
      for (const [id, subscription] of all(context, 'subscriptions')) {
        if (subscription['state'] !== 'active') continue;
        const member = idAt(subscription, 'member');
        if (active.has(member)) violatedBy([subscription], 'at most one active subscription of a member', member);
        active.set(member, id);
      }
      context.need(rows.length > 0, 'the collection is empty');
      for (const row of rows) {
        const [shown, expected] = [idAt(row, 'current_subscription'), textOf(active.get(idOf(row)))];
        if (shown !== expected) violatedBy([row], `current_subscription ${expected}`, shown);
      }
    },
  }),
  'both-sides-of-a-relation-agree': onCollections(['SHAPE-7', 'SHAPE-9'], {
    applies: ({ name }) => name === 'users' || name === 'members',
    title: 'a user’s member is the member whose user it is',
    run: (context, { rows, contract }) => {
      const [here, back] = contract.name === 'users' ? (['member', 'user'] as const) : (['user', 'member'] as const);
      const others = all(context, `${here}s`);
      let seen = 0;
      for (const row of rows) {
        const other = others.get(idAt(row, here));
        if (!other) continue;
        seen += 1;
        if (idAt(other, back) !== row['id']) violatedBy([row, other], `a ${here} whose ${back} it is`, 'not so');
      }
      context.need(seen > 0, `no row has a ${here}`);
    },
  }),
  'categories-are-of-the-right-type': onCollections(['SHAPE-9'], {
    applies: ({ name }) => name in categoryTypes || name === 'bookings',
    title: 'the category of a resource is of its type, that of a price of type price',
    run: (context, { rows, contract }) => {
      const categories = all(context, 'categories');
      let seen = 0;
      for (const [path, type] of [
        ['category.id', categoryTypes[contract.name]],
        ['prices[].category.id', 'price'],
        ['seats[].price.category.id', 'price'],
      ] as const) {
        for (const row of rows) {
          for (const id of valuesAt(row, path)) {
            seen += 1;
            const { type: found = type } = categories.get(textOf(id)) ?? {};
            if (found !== type) violatedBy([row], `a category of type ${type}`, textOf(found));
          }
        }
      }
      context.need(seen > 0, 'no row has a category');
    },
  }),
  'slot-dates-are-local-dates': onCollections(['SHAPE-1'], {
    applies: ({ name }) => ['bookings', 'event_sessions', 'training_sessions'].includes(name),
    title: 'start_date and end_date are the dates of the space’s time zone, the latter of the last millisecond',
    run: (context, { rows }) => {
      const spaces = all(context, 'spaces');
      let seen = 0;
      for (const row of context.random.sample(rows, 300)) {
        const space = spaces.get(idAt(row, 'space'));
        for (const slot of space ? valuesAt(row, 'slots[]') : []) {
          seen += 1;
          const error = wrongDates(slot, textOf(space?.['time_zone']));
          if (error !== null) violatedBy([row], error, JSON.stringify(slot));
        }
      }
      context.need(seen > 0, 'no row has a slot');
    },
  }),
  'spaces-have-no-cycle': onCollections(['SHAPE-9'], {
    applies: ({ name }) => name === 'spaces',
    title: 'parents never form a cycle',
    run: (context, { rows }) => {
      const parents = new Map(rows.map((row) => [idOf(row), valuesAt(row, 'parent.id').map(textOf)[0]]));
      context.need(
        [...parents.values()].some((parent) => parent !== undefined),
        'no space has a parent',
      );
      for (const row of rows) {
        let above = parents.get(idOf(row));
        for (let steps = 0; above !== undefined; steps += 1) {
          if (above === row['id'] || steps > rows.length) violatedBy([row], 'parents without a cycle', 'a cycle');
          above = parents.get(above);
        }
      }
    },
  }),
};

const formats = new Map<string, Intl.DateTimeFormat>();

function localDate(milliseconds: number, zone: string): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  formats.set(zone, format);
  return format.format(milliseconds);
}

function wrongDates(slot: Json, zone: string): string | null {
  const text = (key: string): string => textOf(valuesAt(slot, key)[0]);
  const [start, end] = [Date.parse(text('start_time')), Date.parse(text('end_time'))];
  if (Number.isNaN(start) || Number.isNaN(end)) return null;
  if (text('start_date') !== localDate(start, zone)) return `start_date of ${localDate(start, zone)} in ${zone}`;
  const last = localDate(end - 1, zone);
  return text('end_date') === last ? null : `end_date of ${last} in ${zone}, where the last millisecond is`;
}
