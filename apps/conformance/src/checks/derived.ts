import { idOf, type Row } from '../census/row.js';
import { type Json, textOf, valuesAt } from '../json.js';
import { onCollections } from './check.js';
import type { Subject } from './subject.js';
import type { Trial } from './trial.js';
import { violatedBy } from './violation.js';

/** Rows of another collection that this check counts on: all of them, or it cannot say anything. */
function all(trial: Trial, name: Parameters<Trial['subject']>[0]): readonly Row[] {
  const { rows, complete } = trial.subject(name);
  trial.need(complete, `needs all ${name}, and not all were read`);
  return rows;
}

const takesSeat: readonly (Json | undefined)[] = ['pending', 'confirmed', 'no_show'];

const categoryTypes: Readonly<Record<string, string>> = {
  machines: 'machine',
  places: 'place',
  trainings: 'training',
  events: 'event',
  plans: 'plan',
};

export const derivedChecks = [
  onCollections({
    id: 'seats-booked-counts-the-seats',
    rules: ['SHAPE-7'],
    applies: ({ name }) => name === 'event_sessions' || name === 'training_sessions',
    title: 'seats_booked is the number of seats of the pending, confirmed and no_show bookings of the session',
    run: async (trial, { contract, rows }) => {
      const key = contract.name === 'event_sessions' ? 'event_session' : 'training_session';
      const seats = new Map<string, number>();
      for (const booking of all(trial, 'bookings')) {
        if (!takesSeat.includes(booking['state'])) continue;
        const [id] = valuesAt(booking, `${key}.id`);
        if (id !== undefined) seats.set(textOf(id), (seats.get(textOf(id)) ?? 0) + valuesAt(booking, 'seats[]').length);
      }
      trial.need(rows.length > 0, 'the collection is empty');
      const broken = rows.find((row) => row['seats_booked'] !== (seats.get(idOf(row)) ?? 0));
      if (broken)
        violatedBy([broken], `seats_booked of ${seats.get(idOf(broken)) ?? 0}`, textOf(broken['seats_booked']));
      return Promise.resolve();
    },
  }),
  onCollections({
    id: 'current-subscription-is-the-active-one',
    rules: ['SHAPE-7', 'SHAPE-9'],
    applies: ({ name }) => name === 'members',
    title: 'current_subscription is the member’s subscription in state active, of which there is at most one',
    run: async (trial, { rows }) => {
      const active = new Map<string, string>();
      for (const subscription of all(trial, 'subscriptions')) {
        if (subscription['state'] !== 'active') continue;
        const member = textOf(valuesAt(subscription, 'member.id')[0]);
        if (active.has(member)) violatedBy([subscription], 'at most one active subscription of a member', member);
        active.set(member, idOf(subscription));
      }
      trial.need(rows.length > 0, 'the collection is empty');
      for (const row of rows) {
        const [shown = null] = valuesAt(row, 'current_subscription.id');
        const expected = active.get(idOf(row)) ?? null;
        if (shown !== expected) violatedBy([row], `current_subscription ${expected}`, textOf(shown));
      }
      return Promise.resolve();
    },
  }),
  onCollections({
    id: 'both-sides-of-a-relation-agree',
    rules: ['SHAPE-7', 'SHAPE-9'],
    applies: ({ name }) => name === 'users' || name === 'members',
    title: 'a user’s member is the member whose user it is',
    run: async (trial, subject) => {
      const [here, there] =
        subject.contract.name === 'users' ? (['member', 'users'] as const) : (['user', 'members'] as const);
      const others = new Map(all(trial, here === 'member' ? 'members' : 'users').map((row) => [idOf(row), row]));
      const back = there === 'users' ? 'user' : 'member';
      let seen = 0;
      for (const row of subject.rows) {
        const other = others.get(textOf(valuesAt(row, `${here}.id`)[0]));
        if (!other) continue;
        seen += 1;
        if (valuesAt(other, `${back}.id`)[0] !== row['id'])
          violatedBy([row, other], `a ${here} whose ${back} it is`, 'not so');
      }
      trial.need(seen > 0, `no row has a ${here}`);
      return Promise.resolve();
    },
  }),
  onCollections({
    id: 'categories-are-of-the-right-type',
    rules: ['SHAPE-9'],
    applies: ({ name }) => name in categoryTypes || name === 'bookings',
    title: 'the category of a resource is of its type, that of a price of type price',
    run: async (trial, { rows, contract }) => {
      const types = new Map(all(trial, 'categories').map((row) => [idOf(row), row['type']]));
      let seen = 0;
      for (const row of rows) {
        for (const [path, type] of [
          ['category.id', categoryTypes[contract.name]],
          ['prices[].category.id', 'price'],
          ['seats[].price.category.id', 'price'],
        ] as const) {
          for (const id of valuesAt(row, path)) {
            seen += 1;
            const found = types.get(textOf(id));
            if (found !== undefined && found !== type) violatedBy([row], `a category of type ${type}`, textOf(found));
          }
        }
      }
      trial.need(seen > 0, 'no row has a category');
      return Promise.resolve();
    },
  }),
  onCollections({
    id: 'slot-dates-are-local-dates',
    rules: ['SHAPE-1'],
    applies: ({ name }) => ['bookings', 'event_sessions', 'training_sessions'].includes(name),
    title: 'start_date and end_date are the dates of the space’s time zone, the latter of the last millisecond',
    run: async (trial, { rows }) => {
      const zones = new Map(all(trial, 'spaces').map((row) => [idOf(row), textOf(row['time_zone'])]));
      let seen = 0;
      for (const row of trial.random.sample(rows, 300)) {
        const zone = zones.get(textOf(valuesAt(row, 'space.id')[0]));
        if (zone === undefined) continue;
        for (const slot of valuesAt(row, 'slots[]')) {
          seen += 1;
          const fault = dateFault(slot, zone);
          if (fault !== null) violatedBy([row], fault, JSON.stringify(slot));
        }
      }
      trial.need(seen > 0, 'no row has a slot');
      return Promise.resolve();
    },
  }),
  onCollections({
    id: 'spaces-have-no-cycle',
    rules: ['SHAPE-9'],
    applies: ({ name }) => name === 'spaces',
    title: 'parents never form a cycle',
    run: async (trial, { rows }: Subject) => {
      const parents = new Map(rows.map((row) => [idOf(row), textOf(valuesAt(row, 'parent.id')[0] ?? '')]));
      trial.need(
        [...parents.values()].some((parent) => parent !== ''),
        'no space has a parent',
      );
      for (const row of rows) {
        let above = parents.get(idOf(row)) ?? '';
        for (let steps = 0; above !== ''; steps += 1) {
          if (above === row['id'] || steps > rows.length) violatedBy([row], 'parents without a cycle', 'a cycle');
          above = parents.get(above) ?? '';
        }
      }
      return Promise.resolve();
    },
  }),
];

const formats = new Map<string, Intl.DateTimeFormat>();

/** The date that a clock in the zone shows. */
function localDate(milliseconds: number, zone: string): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  formats.set(zone, format);
  return format.format(milliseconds);
}

function dateFault(slot: Json, zone: string): string | null {
  const text = (key: string): string => textOf(valuesAt(slot, key)[0]);
  const [start, end] = [Date.parse(text('start_time')), Date.parse(text('end_time'))];
  if (Number.isNaN(start) || Number.isNaN(end)) return null;
  if (text('start_date') !== localDate(start, zone)) return `start_date of ${localDate(start, zone)} in ${zone}`;
  const last = localDate(end - 1, zone);
  return text('end_date') === last ? null : `end_date of ${last} in ${zone}, where the last millisecond is`;
}
