import type { CollectionName } from '@resource-catalogue/contracts';
import { list, rows, same } from '../probe/ask.js';
import { textOf } from '../server/json.js';
import { comparePositions, compareTexts } from '../server/list/order.js';
import { parameterFlaw, refusalOf } from '../server/refusal.js';
import type { SelfTestServer } from '../server/start.js';
import type { Fault } from './fault.js';

// Faults of one filter or one sort of one collection: whoever tries only a few of them misses these.

const nothing = '00000000-0000-7000-8000-000000000000';

const count = async (server: SelfTestServer, collection: string, query = ''): Promise<number> =>
  (await rows(server, collection, `limit=200&${query}`)).length;

/** A filter is accepted and changes nothing; `none` is a query that no row meets. */
const ignored = <Name extends string>(name: Name, collection: CollectionName, field: string, none: string) =>
  ({ ...ignoring(collection, field, none), id: `set-filter-ignored-${name}`, family: 'set-filter' }) as const;

/** The same of a filter by time. */
const ignoredRange = <Name extends string>(name: Name, collection: CollectionName, field: string) =>
  ({ ...ignoring(collection, field, '[lt]=1990-01-01'), id: `range-ignored-${name}`, family: 'range' }) as const;

const ignoring = (collection: CollectionName, field: string, none: string) =>
  ({
    rule: 'FILT-10',
    summary: `${collection} are not filtered by ${field}, though it is accepted`,
    behaviour: () => ({
      testsOf: (tests, contract) =>
        tests.filter(({ filter }) => contract.name !== collection || filter.field !== field),
    }),
    probe: async (server) => (await count(server, collection, `filters[${field}]${none}`)) > 0,
  }) as const satisfies Omit<Fault, 'id' | 'family'>;

/** A filter is refused as unknown. */
const missing = <Name extends string>(name: Name, collection: CollectionName, field: string, good: string) =>
  ({
    id: `set-filter-missing-${name}`,
    family: 'set-filter',
    rule: 'FILT-10',
    summary: `${collection} cannot be filtered by ${field}`,
    behaviour: (sound) => ({
      pairsOf: (rawQuery, contract) => {
        const pairs = sound.pairsOf(rawQuery, contract);
        const own = pairs.find(({ name }) => contract.name === collection && name.startsWith(`filters[${field}]`));
        if (own !== undefined) throw refusalOf([parameterFlaw(own.name, 'unknown_field', 'There is no such filter.')]);
        return pairs;
      },
    }),
    probe: async (server) => (await list(server, collection, `filters[${field}]${good}`)).status === 400,
  }) as const satisfies Fault;

/** A sort of one collection goes by another field. */
const sortedBy = <Name extends string>(name: Name, collection: CollectionName, field: string, other: string) =>
  ({
    id: `sort-${name}`,
    family: 'sort',
    rule: 'SORT-2',
    summary: `${collection} sorted by ${field} are sorted by ${other}`,
    behaviour: (sound) => ({
      positionOf: (row, sort, contract) =>
        sound.positionOf(
          row,
          contract.name === collection && sort.field === field ? { ...sort, field: other } : sort,
          contract,
        ),
    }),
    probe: async (server) => {
      const got = (await rows(server, collection, `limit=200&sort=${field}`)).map((row) => row[field]);
      const order = [...got].sort((one, another) =>
        typeof one === 'number' && typeof another === 'number'
          ? one - another
          : compareTexts(textOf(one), textOf(another)),
      );
      return !same(got, order);
    },
  }) as const satisfies Fault;

/** Ties of one collection are in no lasting order. */
const untied = <Name extends string>(name: Name, collection: CollectionName, field: string) =>
  ({
    id: `sort-ties-${name}`,
    family: 'sort',
    rule: 'SORT-1',
    summary: `${collection} that tie in ${field} are ordered by id the other way round`,
    behaviour: (sound) => {
      const compare: typeof sound.comparePositions = (one, other, sort, contract) =>
        contract.name === collection && sort.field === field && one.key === other.key
          ? -comparePositions(one, other, sort)
          : sound.comparePositions(one, other, sort, contract);
      return {
        comparePositions: compare,
        isAfter: (row, cursor, { sort, contract }) => compare(row, cursor, sort, contract) > 0,
      };
    },
    probe: async (server) => {
      const got = await rows(server, collection, `limit=200&sort=${field}`);
      return got.some((row, index) => {
        const next = got[index + 1];
        return next !== undefined && row[field] === next[field] && textOf(row['id']) > textOf(next['id']);
      });
    },
  }) as const satisfies Fault;

export const singleCollectionFaults = [
  ignored('users-email', 'users', 'email', '[in]=nobody@example.org'),
  ignored('users-space', 'users', 'space_id', `[in]=${nothing}`),
  ignored('members-accreditation', 'members', 'accreditation_id', `[in]=${nothing}`),
  ignored('members-user', 'members', 'user_id', `[in]=${nothing}`),
  ignored('plans-space', 'plans', 'space_id', `[in]=${nothing}`),
  ignored('spaces-parent', 'spaces', 'parent_id', `[in]=${nothing}`),
  ignored('event-sessions-host', 'event_sessions', 'host_id', `[in]=${nothing}`),
  ignored('projects-collaborator', 'projects', 'collaborator_id', `[in]=${nothing}`),
  ignored('projects-licence', 'projects', 'license_id', `[in]=${nothing}`),
  ignored('bookings-reserved', 'bookings', 'reserved_by_training_session_id', `[in]=${nothing}`),
  ignored('bookings-place-unit', 'bookings', 'place_unit_id', `[in]=${nothing}`),
  ignored('thematics-id', 'project_thematics', 'id', `[in]=${nothing}`),
  ignored('licenses-code', 'project_licenses', 'code', '[in]=none'),
  ignoredRange('projects-published', 'projects', 'published_at'),
  ignoredRange('subscriptions-ends', 'subscriptions', 'ends_at'),
  ignoredRange('units-updated', 'place_units', 'updated_at'),
  missing('events-location', 'events', 'location_kind', '[in]=online'),
  missing('places-availability', 'places', 'availability_mode', '[in]=staff_only'),
  missing('categories-type', 'categories', 'type', '[in]=plan'),
  missing('trainings-deleted', 'trainings', 'soft_deleted', '[eq]=true'),
  sortedBy('members-joined', 'members', 'joined_at', 'updated_at'),
  sortedBy('subscriptions-starts', 'subscriptions', 'starts_at', 'id'),
  sortedBy('training-sessions-ends', 'training_sessions', 'ends_at', 'starts_at'),
  sortedBy('licenses-position', 'project_licenses', 'position', 'name'),
  sortedBy('units-sku', 'machine_units', 'sku', 'created_at'),
  sortedBy('projects-name', 'projects', 'name', 'slug'),
  untied('bookings-starts', 'bookings', 'starts_at'),
  untied('categories-name', 'categories', 'name'),
  untied('users-updated', 'users', 'updated_at'),
] as const satisfies readonly Fault[];
