import { type CollectionName, collections, seatHoldingStates } from '@resource-catalogue/contracts';
import {
  readId,
  isObject,
  type Json,
  type JsonObject,
  type Row,
  sameJson,
  toText,
  valueDifferences,
  valuesAt,
} from '../json.js';
import { remember } from '../remember.js';
import { filterPath } from '../oracle.js';
import type { Exchange } from '../target/exchange.js';
import type { CheckContext } from '../kit/context.js';
import { type Checks, onCollections, onServer } from '../kit/check.js';
import { violatedBy } from '../kit/violation.js';
import { differenceNotes } from '../kit/differences.js';
import { setFilters, type Subject } from '../kit/subject.js';
import { readOne } from '../kit/ask-client.js';
import { expectAnswer } from '../kit/ask.js';
import { type Reference, findReferences, findSummaries } from '../kit/references.js';

const byIds = new WeakMap<readonly Row[], Map<string, ReadonlyMap<string, Row>>>();

function rowsById(context: CheckContext, name: CollectionName): ReadonlyMap<string, Row> {
  const { rows } = context.subject(name);
  return remember(byIds, rows, 'id', () => new Map(rows.map((row) => [readId(row), row])));
}

/** All rows of another collection by id; inconclusive unless all were read. */
function all(context: CheckContext, name: CollectionName): ReadonlyMap<string, Row> {
  context.need(context.subject(name).complete, `needs all ${name}, but not all were read`);
  return rowsById(context, name);
}

const idAt = (value: Json, path: string): string => toText(valuesAt(value, `${path}.id`)[0]);

const takesSeat: readonly (Json | undefined)[] = seatHoldingStates;

const categoryTypes: Readonly<Record<string, string>> = {
  machines: 'machine',
  places: 'place',
  trainings: 'training',
  events: 'event',
  plans: 'plan',
};

const localDate = (milliseconds: number, zone: string): string =>
  new Date(milliseconds).toLocaleDateString('sv-SE', { timeZone: zone });

function wrongDates(slot: Json, zone: string): string | null {
  const text = (key: string): string => toText(valuesAt(slot, key)[0]);
  const [start, end] = [Date.parse(text('start_time')), Date.parse(text('end_time'))];
  if (Number.isNaN(start) || Number.isNaN(end)) return null;
  if (text('start_date') !== localDate(start, zone)) return `start_date of ${localDate(start, zone)} in ${zone}`;
  const last = localDate(end - 1, zone);
  return text('end_date') === last ? null : `end_date of ${last} in ${zone}, the date of the last millisecond`;
}

const hasGet = (name: CollectionName): boolean => collections.some((one) => one.name === name && one.get);

interface Embedded {
  readonly row: Row;
  readonly summary: JsonObject;
  readonly reference: Reference;
}

/** The summaries in the rows of a collection, for the given references or all of them. */
const summariesIn = ({ rows, contract }: Subject, references = findReferences(contract.name)): Embedded[] =>
  references.flatMap((reference) =>
    rows.flatMap((row) =>
      valuesAt(row, reference.path)
        .filter(isObject)
        .map((summary) => ({ row, summary, reference })),
    ),
  );

/** A summary shows the current entity (SHAPE-9). Nested summaries are compared as a whole. */
function expectFresh({ row, summary }: Embedded, entity: Row, where: string, exchange: Exchange | null = null): void {
  const stale = Object.keys(summary).filter((key) => !sameJson(summary[key], entity[key]));
  if (stale.length === 0) return;
  const shared = Object.fromEntries(Object.keys(summary).map((key) => [key, entity[key] ?? null]));
  const notes = differenceNotes(valueDifferences(summary, shared), 'in the summary', 'in the entity');
  violatedBy([summary, entity, row], where, `different values at ${stale.join(', ')}`, exchange, notes);
}

export const referenceChecks: Checks = {
  'summaries-show-their-entities-as-they-are': onCollections(['SHAPE-9', 'SHAPE-1'], {
    applies: ({ name }) => findReferences(name).length > 0,
    title: 'every embedded summary equals its entity, including drafts and deleted ones',
    run: (context, subject) => {
      context.need(subject.rows.length > 0, 'the collection is empty');
      for (const embedded of summariesIn(subject)) {
        const { row, summary, reference } = embedded;
        const entity = rowsById(context, reference.target).get(readId(summary));
        const where = `${reference.path} of ${readId(row)} equal to its ${reference.target} entity`;
        if (entity) expectFresh(embedded, entity, where);
      }
    },
  }),
  'what-is-referenced-is-listed': onCollections(['FILT-8', 'SHAPE-9'], {
    applies: ({ name }) => findReferences(name).length > 0,
    title: 'every entity that a row refers to is in the list of its collection',
    run: (context, subject) => {
      const isWhole = ({ reference }: Embedded): boolean => context.snapshot.get(reference.target)?.complete === true;
      const embedded = summariesIn(subject).filter(isWhole);
      for (const { row, summary, reference } of embedded) {
        const known = rowsById(context, reference.target);
        const listed = `the ${reference.target} entity of ${reference.path} in its list`;
        if (!known.has(readId(summary))) violatedBy([row], listed, `${toText(summary['id'])} is missing`);
      }
      context.need(embedded.length > 0, 'no row has a reference');
    },
  }),
  'what-is-referenced-can-be-read': onCollections(['GET-1', 'SHAPE-9', 'GET-2'], {
    applies: ({ name }) => findReferences(name).length > 0,
    title: 'a referenced entity can be read by its id and equals its summary',
    run: async (context, subject) => {
      for (const reference of findReferences(subject.contract.name)) {
        const { path, target } = reference;
        const [some] = context.random.sample(summariesIn(subject, [reference]), 1);
        if (!some || !hasGet(target)) continue;
        const why = `the ${target} entity of ${path}`;
        const { exchange, data } = await readOne(context, target, readId(some.summary), why);
        expectFresh(some, data, `${path} equal to the referenced entity`, exchange);
      }
    },
  }),
  'what-is-deleted-goes-on-being-shown': onCollections(['SHAPE-9', 'FILT-8'], {
    applies: ({ name }) => findReferences(name).length > 0,
    title: 'a filter by a soft-deleted entity finds the rows that refer to it',
    run: async (context, subject) => {
      let asked = 0;
      for (const { path, target } of findReferences(subject.contract.name)) {
        const field = setFilters(subject).find(
          (filter) => filterPath(subject.contract, filter.field) === `${path}.id`,
        )?.field;
        const deleted = context.subject(target).rows.filter((row) => typeof row['soft_deleted_at'] === 'string');
        if (field === undefined || deleted.length === 0) continue;
        asked += 1;
        const condition = { field, operator: 'in', values: deleted.slice(0, 60).map(readId) } as const;
        await expectAnswer(context, subject, { conditions: [condition] });
      }
      context.need(asked > 0, 'no entity that rows refer to is soft-deleted');
    },
  }),
  'an-entity-has-one-name-everywhere': onServer(['SHAPE-9'], {
    title: 'entities without a collection, such as groups and accreditations, have consistent names',
    run: (context) => {
      const names = new Map<string, string>();
      for (const { contract, rows } of context.snapshot.values()) {
        for (const path of findSummaries(contract.name)) {
          for (const row of rows) {
            for (const summary of valuesAt(row, path)) {
              const [id, name] = [toText(valuesAt(summary, 'id')[0]), toText(valuesAt(summary, 'name')[0])];
              const before = names.get(id) ?? name;
              if (before !== name) violatedBy([row], `the name ${before} for ${id}, as elsewhere`, name);
              names.set(id, name);
            }
          }
        }
      }
      context.need(names.size > 0, 'no row shows an entity without a collection');
    },
  }),
  'seats-booked-counts-the-seats': onCollections(['SHAPE-7'], {
    applies: ({ name }) => name === 'event_sessions' || name === 'training_sessions',
    title: 'seats_booked is the number of seats of the bookings of the session that hold them',
    run: (context, { contract, rows }) => {
      const seats = new Map<string, number>();
      for (const booking of all(context, 'bookings').values()) {
        if (!takesSeat.includes(booking['state'])) continue;
        const id = idAt(booking, contract.name.replace(/s$/, ''));
        seats.set(id, (seats.get(id) ?? 0) + valuesAt(booking, 'seats[]').length);
      }
      context.need(rows.length > 0, 'the collection is empty');
      for (const row of rows) {
        const booked = seats.get(readId(row)) ?? 0;
        if (row['seats_booked'] !== booked) violatedBy([row], `seats_booked of ${booked}`, toText(row['seats_booked']));
      }
    },
  }),
  'current-subscription-is-the-active-one': onCollections(['SHAPE-7', 'SHAPE-9'], {
    applies: ({ name }) => name === 'members',
    title: 'current_subscription is the only active subscription of the member',
    run: (context, { rows }) => {
      const active = new Map<string, string>();
      for (const [id, subscription] of all(context, 'subscriptions')) {
        if (subscription['state'] !== 'active') continue;
        const member = idAt(subscription, 'member');
        if (active.has(member)) violatedBy([subscription], 'at most one active subscription per member', member);
        active.set(member, id);
      }
      context.need(rows.length > 0, 'the collection is empty');
      for (const row of rows) {
        const [shown, expected] = [idAt(row, 'current_subscription'), toText(active.get(readId(row)))];
        if (shown !== expected) violatedBy([row], `current_subscription ${expected}`, shown);
      }
    },
  }),
  'both-sides-of-a-relation-agree': onCollections(['SHAPE-7', 'SHAPE-9'], {
    applies: ({ name }) => name === 'users' || name === 'members',
    title: 'the member of a user refers back to that user',
    run: (context, { rows, contract }) => {
      const [here, back] = contract.name === 'users' ? (['member', 'user'] as const) : (['user', 'member'] as const);
      const others = all(context, `${here}s`);
      let seen = 0;
      for (const row of rows) {
        const other = others.get(idAt(row, here));
        if (!other) continue;
        seen += 1;
        if (idAt(other, back) !== row['id'])
          violatedBy([row, other], `a ${here} whose ${back} refers back to the row`, 'another one');
      }
      context.need(seen > 0, `no row has a ${here}`);
    },
  }),
  'categories-are-of-the-right-type': onCollections(['SHAPE-9'], {
    applies: ({ name }) => name in categoryTypes || name === 'bookings',
    title: 'the category of a resource has its type, that of a price the type price',
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
            const { type: found = type } = categories.get(toText(id)) ?? {};
            if (found !== type) violatedBy([row], `a category of type ${type}`, toText(found));
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
          const error = wrongDates(slot, toText(space?.['time_zone']));
          if (error !== null) violatedBy([row], error, JSON.stringify(slot));
        }
      }
      context.need(seen > 0, 'no row has a slot');
    },
  }),
  'spaces-have-no-cycle': onCollections(['SHAPE-9'], {
    applies: ({ name }) => name === 'spaces',
    title: 'parents do not form a cycle',
    run: (context, { rows }) => {
      const parents = new Map(rows.map((row) => [readId(row), valuesAt(row, 'parent.id').map(toText)[0]]));
      context.need(
        [...parents.values()].some((parent) => parent !== undefined),
        'no space has a parent',
      );
      for (const row of rows) {
        let above = parents.get(readId(row));
        for (let steps = 0; above !== undefined; steps += 1) {
          if (above === row['id'] || steps > rows.length) violatedBy([row], 'parents without a cycle', 'a cycle');
          above = parents.get(above);
        }
      }
    },
  }),
};
