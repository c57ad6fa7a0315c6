import type { CollectionName } from '@resource-catalogue/contracts';
import { ask, dataOf, rows } from '../probe/ask.js';
import { isList, isObject, type JsonObject, type JsonValue, textOf } from '../server/json.js';
import { showing } from './alterations.js';
import type { Fault } from './fault.js';

// Summaries that show an entity as it was, one reference of one collection each (SHAPE-9).

interface Place {
  readonly collection: CollectionName;
  /** Keys from the row to the summary; an array on the way stands for each of its items. */
  readonly path: readonly string[];
  /** The collection of the summary's entity, and the key that is stale. */
  readonly of: CollectionName;
  readonly key: string;
}

function alongPath(
  value: JsonValue,
  [key, ...rest]: readonly string[],
  change: (summary: JsonObject) => JsonValue,
): JsonValue {
  if (isList(value)) return value.map((item) => alongPath(item, key === undefined ? [] : [key, ...rest], change));
  if (!isObject(value)) return value;
  return key === undefined ? change(value) : { ...value, [key]: alongPath(value[key] ?? null, rest, change) };
}

function summariesIn(row: JsonObject, path: readonly string[]): JsonObject[] {
  const found: JsonObject[] = [];
  alongPath(row, path, (summary) => {
    found.push(summary);
    return summary;
  });
  return found;
}

const stale = <Name extends string>(name: Name, { collection, path, of, key }: Place) =>
  ({
    id: `reference-stale-${name}`,
    family: 'reference',
    rule: 'SHAPE-9',
    summary: `${collection} show ${path.join('.')} with a ${key} of former days`,
    behaviour: () =>
      showing((row) => {
        const changed = alongPath(row, path, (summary) => ({ ...summary, [key]: `Former ${textOf(summary[key])}` }));
        return isObject(changed) ? changed : row;
      }, collection),
    probe: async (server) => {
      const summaries = (await rows(server, collection, 'limit=200')).flatMap((row) => summariesIn(row, path));
      const [summary = {}] = summaries;
      return dataOf(await ask(server, `/api/v1/${of}/${textOf(summary['id'])}`))[key] !== summary[key];
    },
  }) as const satisfies Fault;

export const staleSummaryFaults = [
  stale('user-address', { collection: 'members', path: ['user'], of: 'users', key: 'email' }),
  stale('home-space', { collection: 'members', path: ['space'], of: 'spaces', key: 'name' }),
  stale('managed-spaces', { collection: 'users', path: ['spaces'], of: 'spaces', key: 'name' }),
  stale('required-plans', { collection: 'machines', path: ['required_plans'], of: 'plans', key: 'name' }),
  stale('trained-machines', { collection: 'trainings', path: ['machines'], of: 'machines', key: 'name' }),
  stale('hosts', { collection: 'event_sessions', path: ['hosts'], of: 'users', key: 'last_name' }),
  stale('collaborators', { collection: 'projects', path: ['collaborators'], of: 'members', key: 'first_name' }),
  stale('parent-space', { collection: 'spaces', path: ['parent'], of: 'spaces', key: 'name' }),
  stale('plan-of-member', { collection: 'members', path: ['current_subscription', 'plan'], of: 'plans', key: 'name' }),
  stale('place-of-unit', { collection: 'bookings', path: ['place_unit', 'place'], of: 'places', key: 'name' }),
  stale('stock-number', { collection: 'bookings', path: ['machine_unit'], of: 'machine_units', key: 'sku' }),
  stale('event-of-session', { collection: 'bookings', path: ['event_session', 'event'], of: 'events', key: 'name' }),
  stale('price-category', { collection: 'events', path: ['prices', 'category'], of: 'categories', key: 'name' }),
  stale('seat-category', {
    collection: 'bookings',
    path: ['seats', 'price', 'category'],
    of: 'categories',
    key: 'name',
  }),
] as const satisfies readonly Fault[];
