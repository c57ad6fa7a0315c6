import { type CollectionName, fieldTable, seatHoldingStates, toSingular } from '@resource-catalogue/contracts';
import { type Checks, type CollectionCheck, onCollections, onServer } from '../kit/check.js';
import type { CheckContext } from '../kit/context.js';
import { expectEqual } from '../kit/expect.js';
import { findReferences, findSummaries, summarize } from '../kit/references.js';
import type { Subject } from '../kit/subject.js';
import { failRows } from '../kit/violation.js';
import { readId, isObject, type Json, type Row, toText, valuesAt } from '../json.js';
import { memoize } from '../memoize.js';

const byIds = new WeakMap<readonly Row[], Map<string, ReadonlyMap<string, Row>>>();

function rowsById(context: CheckContext, name: CollectionName): ReadonlyMap<string, Row> {
  const { rows } = context.subject(name);
  return memoize(byIds, rows, 'id', () => new Map(rows.map((row) => [readId(row), row])));
}

/** All rows of another collection by id; inconclusive unless all were read. */
function all(context: CheckContext, name: CollectionName): ReadonlyMap<string, Row> {
  context.need(context.subject(name).complete, `needs all ${name}, but not all were read`);
  return rowsById(context, name);
}

const idAt = (value: Json, path: string): string => toText(valuesAt(value, `${path}.id`)[0]);

const localDate = (milliseconds: number, zone: string): string =>
  new Date(milliseconds).toLocaleDateString('sv-SE', { timeZone: zone });

/** An expected and an observed value of a row. */
type Fact = readonly [what: string, expected: string, observed: string];

function dateFacts(slot: Json, zone: string): Fact[] {
  const text = (key: string): string => toText(valuesAt(slot, key)[0]);
  const [start, end] = [Date.parse(text('start_time')), Date.parse(text('end_time'))];
  if (Number.isNaN(start) || Number.isNaN(end)) return [];
  return [
    [`start_date in ${zone}`, localDate(start, zone), text('start_date')],
    [`end_date in ${zone}, the date of the last millisecond`, localDate(end - 1, zone), text('end_date')],
  ];
}

interface RelationCheck extends Omit<CollectionCheck, 'run'> {
  /** The expectation of a row, given the rows of other collections; a row may have none. */
  expectation(context: CheckContext, subject: Subject): (row: Row) => readonly Fact[];
}

/** A check that every row agrees with the rows of other collections. */
function onEachRow(rules: Checks[string]['rules'], { expectation, ...check }: RelationCheck): Checks[string] {
  return onCollections(rules, {
    ...check,
    run: (context, subject) => {
      const factsOf = expectation(context, subject);
      let seen = 0;
      for (const row of subject.rows) {
        for (const [what, expected, observed] of factsOf(row)) {
          seen += 1;
          if (expected !== observed) failRows([row], `${what}: ${expected}`, observed);
        }
      }
      context.need(seen > 0, 'no row shows such a relation');
    },
  });
}

/** The collection whose rows refer to a row of this one and are referred to by it, such as a user and its member. */
const otherSide = (name: CollectionName): CollectionName | undefined => {
  const refers = (from: CollectionName, to: CollectionName): boolean =>
    findReferences(from).some(({ path, target }) => target === to && path === toSingular(to));
  return findReferences(name).find(({ target }) => refers(name, target) && refers(target, name))?.target;
};

const hasKey =
  (key: string) =>
  ({ resource }: Subject['contract']) =>
    fieldTable(resource).has(key);

export const referenceChecks: Checks = {
  'summaries-match-their-entities': onCollections(['SHAPE-9', 'SHAPE-1', 'FILT-8'], {
    applies: ({ name }) => findReferences(name).length > 0,
    title: 'every embedded summary equals its entity, which its collection lists, including drafts and deleted ones',
    run: (context, { rows, contract }) => {
      let seen = 0;
      for (const { path, target } of findReferences(contract.name)) {
        const entities = rowsById(context, target);
        for (const row of rows) {
          for (const summary of valuesAt(row, path).filter(isObject)) {
            seen += 1;
            const entity = entities.get(readId(summary));
            if (!entity && context.subject(target).complete)
              failRows([row], `the ${target} entity of ${path} in its list`, `${readId(summary)} is missing`);
            if (entity) expectEqual(`${path} of ${readId(row)} as in ${target}`, summary, summarize(entity, summary));
          }
        }
      }
      context.need(seen > 0, 'no row has a reference');
    },
  }),
  'names-of-entities-are-consistent': onServer(['SHAPE-9'], {
    title: 'entities without a collection, such as groups and accreditations, have consistent names',
    run: (context) => {
      const names = new Map<string, string>();
      for (const { contract, rows } of context.subjects) {
        for (const row of rows) {
          for (const summary of findSummaries(contract.name).flatMap((path) => valuesAt(row, path))) {
            const [id = '', name = ''] = ['id', 'name'].map((key) => toText(valuesAt(summary, key)[0]));
            const before = names.get(id) ?? name;
            if (before !== name) failRows([row], `the name ${before} for ${id}, as elsewhere`, name);
            names.set(id, name);
          }
        }
      }
      context.need(names.size > 0, 'no row shows an entity without a collection');
    },
  }),
  'seats-booked-counts-the-seats': onEachRow(['SHAPE-7'], {
    applies: hasKey('seats_booked'),
    title: "seats_booked counts the seats of the session's bookings whose state holds seats",
    expectation: (context, { contract }) => {
      const seats = new Map<string, number>();
      for (const booking of all(context, 'bookings').values()) {
        if (!seatHoldingStates.some((state) => state === booking['state'])) continue;
        const id = idAt(booking, toSingular(contract.name));
        seats.set(id, (seats.get(id) ?? 0) + valuesAt(booking, 'seats[]').length);
      }
      return (row) => [['seats_booked', toText(seats.get(readId(row)) ?? 0), toText(row['seats_booked'])]];
    },
  }),
  'current-subscription-is-the-active-one': onEachRow(['SHAPE-7', 'SHAPE-9'], {
    applies: hasKey('current_subscription'),
    title: 'current_subscription is the only active subscription of the member',
    expectation: (context) => {
      const active = new Map<string, string>();
      for (const [id, subscription] of all(context, 'subscriptions')) {
        if (subscription['state'] !== 'active') continue;
        const member = idAt(subscription, 'member');
        if (active.has(member)) failRows([subscription], 'at most one active subscription per member', member);
        active.set(member, id);
      }
      return (row) => [['current_subscription', toText(active.get(readId(row))), idAt(row, 'current_subscription')]];
    },
  }),
  'both-sides-of-a-relation-agree': onEachRow(['SHAPE-7', 'SHAPE-9'], {
    applies: ({ name }) => otherSide(name) !== undefined,
    title: 'the member of a user refers back to that user',
    expectation: (context, { contract: { name } }) => {
      const target = otherSide(name) ?? name;
      const [here, back] = [toSingular(target), toSingular(name)];
      const others = all(context, target);
      return (row) => {
        const other = others.get(idAt(row, here));
        return other ? [[`the ${back} of the ${here} of a row`, readId(row), idAt(other, back)]] : [];
      };
    },
  }),
  'categories-have-the-right-type': onEachRow(['SHAPE-9'], {
    applies: ({ name }) => findReferences(name).some(({ target }) => target === 'categories'),
    title: 'the category of a resource has its type, that of a price the type price',
    expectation: (context, { contract }) => {
      const categories = all(context, 'categories');
      const own = toSingular(contract.name);
      const paths = findReferences(contract.name).filter(({ target }) => target === 'categories');
      return (row) =>
        paths.flatMap(({ path }) =>
          valuesAt(row, `${path}.id`).map((id) => {
            const type = path === 'category' ? own : 'price';
            return [`the type of ${path}`, type, toText(categories.get(toText(id))?.['type'] ?? type)] as const;
          }),
        );
    },
  }),
  'slot-dates-are-local-dates': onEachRow(['SHAPE-1'], {
    applies: hasKey('slots'),
    title: 'start_date and end_date are the dates of the space’s time zone, the latter of the last millisecond',
    expectation: (context) => {
      const spaces = all(context, 'spaces');
      return (row) => {
        const zone = spaces.get(idAt(row, 'space'))?.['time_zone'];
        return typeof zone === 'string' ? valuesAt(row, 'slots[]').flatMap((slot) => dateFacts(slot, zone)) : [];
      };
    },
  }),
  'spaces-have-no-cycle': onEachRow(['SHAPE-9'], {
    applies: hasKey('parent'),
    title: 'parents do not form a cycle',
    expectation: (_, { rows }) => {
      const parents = new Map(rows.map((row) => [readId(row), valuesAt(row, 'parent.id').map(toText)[0]]));
      return (row) => {
        const above = new Set<string>();
        for (let one = parents.get(readId(row)); one !== undefined && !above.has(one); one = parents.get(one))
          above.add(one);
        return above.size === 0 ? [] : [['a space among its own parents', 'false', String(above.has(readId(row)))]];
      };
    },
  }),
};
