import { rows } from '../probe/ask.js';
import { isList, isObject, type JsonObject, type JsonValue, objectsAt, textOf } from '../server/json.js';
import type { SelfTestServer } from '../server/start.js';
import { objectThroughout, showing, without } from './alterations.js';
import type { Fault } from './fault.js';

// Faults of single values: their form and their keys.

const anyRow = async (
  server: SelfTestServer,
  collection: string,
  found: (row: JsonObject) => boolean,
): Promise<boolean> => (await rows(server, collection, 'limit=200')).some(found);

const hasText = (server: SelfTestServer, collection: string, pattern: RegExp): Promise<boolean> =>
  anyRow(server, collection, (row) => pattern.test(JSON.stringify(row)));

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const instants =
  (change: (text: string) => string) =>
  (row: JsonObject): JsonObject =>
    objectThroughout(row, (value) => (typeof value === 'string' && instant.test(value) ? change(value) : value));

const nested = (row: JsonObject, key: string, change: (value: JsonObject) => JsonValue): JsonObject => {
  const value = row[key];
  return isObject(value) ? { ...row, [key]: change(value) } : row;
};

export const valueFaults = [
  {
    id: 'shape-no-milliseconds',
    family: 'shape',
    rule: 'SHAPE-1',
    summary: 'times have no milliseconds',
    behaviour: () => showing(instants((text) => text.replace(/\.\d{3}/, ''))),
    probe: (server) => hasText(server, 'plans', /T\d\d:\d\d:\d\dZ/),
  },
  {
    id: 'shape-no-milliseconds-on-the-second',
    family: 'shape',
    rule: 'SHAPE-1',
    summary: 'a time on the second has no milliseconds, in slots alone',
    behaviour: () =>
      showing(
        (row) => ({ ...row, slots: objectsAt(row, 'slots').map(instants((text) => text.replace('.000Z', 'Z'))) }),
        'bookings',
        'event_sessions',
        'training_sessions',
      ),
    probe: (server) => hasText(server, 'bookings', /T\d\d:\d\d:\d\dZ/),
  },
  {
    id: 'shape-microseconds',
    family: 'shape',
    rule: 'SHAPE-1',
    summary: 'times have six fraction digits',
    behaviour: () => showing(instants((text) => text.replace('Z', '000Z'))),
    probe: (server) => hasText(server, 'plans', /\.\d{6}Z/),
  },
  {
    id: 'shape-offset-for-z',
    family: 'shape',
    rule: 'SHAPE-1',
    summary: 'joined_at ends in +00:00',
    behaviour: () =>
      showing((row) => ({ ...row, joined_at: textOf(row['joined_at']).replace('Z', '+00:00') }), 'members'),
    probe: (server) => hasText(server, 'members', /\+00:00/),
  },
  {
    id: 'shape-date-with-time',
    family: 'shape',
    rule: 'SHAPE-1',
    summary: 'birthdate has a time',
    behaviour: () =>
      showing(
        (row) => ({
          ...row,
          birthdate: row['birthdate'] === null ? null : `${textOf(row['birthdate'])}T00:00:00.000Z`,
        }),
        'members',
      ),
    probe: (server) => anyRow(server, 'members', (row) => textOf(row['birthdate']).includes('T')),
  },
  {
    id: 'shape-camel-case',
    family: 'shape',
    rule: 'SHAPE-1',
    summary: 'a key of plans is in camelCase',
    behaviour: () =>
      showing((row) => ({ ...without(row, 'duration_unit'), durationUnit: row['duration_unit'] ?? null }), 'plans'),
    probe: (server) => anyRow(server, 'plans', (row) => 'durationUnit' in row),
  },
  {
    id: 'shape-summary-with-more',
    family: 'shape',
    rule: 'SHAPE-1',
    summary: 'the member of a booking has its number, too',
    behaviour: () => showing((row) => nested(row, 'member', (member) => ({ ...member, number: 'M 1' })), 'bookings'),
    probe: (server) => hasText(server, 'bookings', /"number"/),
  },
  {
    id: 'shape-summary-with-less',
    family: 'shape',
    rule: 'SHAPE-1',
    summary: 'the place unit of a booking has no state',
    behaviour: () => showing((row) => nested(row, 'place_unit', (unit) => without(unit, 'state')), 'bookings'),
    probe: (server) =>
      anyRow(server, 'bookings', (row) => isObject(row['place_unit']) && !('state' in row['place_unit'])),
  },
  {
    id: 'shape-reference-as-id',
    family: 'shape',
    rule: 'SHAPE-1',
    summary: 'the plan of a subscription is its id alone',
    behaviour: () => showing((row) => nested(row, 'plan', (plan) => plan['id'] ?? null), 'subscriptions'),
    probe: (server) => anyRow(server, 'subscriptions', (row) => typeof row['plan'] === 'string'),
  },
  {
    id: 'shape-nulls-left-out',
    family: 'shape',
    rule: 'SHAPE-2',
    summary: 'keys without a value are left out',
    behaviour: () =>
      showing(
        (row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
        'places',
        'users',
      ),
    probe: (server) => anyRow(server, 'users', (row) => !('soft_deleted_at' in row)),
  },
  {
    id: 'shape-key-missing-on-deleted',
    family: 'shape',
    rule: 'SHAPE-2',
    summary: 'trainings that are soft-deleted have no image key',
    behaviour: () => showing((row) => (row['soft_deleted_at'] === null ? row : without(row, 'image')), 'trainings'),
    probe: (server) => anyRow(server, 'trainings', (row) => !('image' in row)),
  },
  {
    id: 'shape-internal-key',
    family: 'shape',
    rule: 'SHAPE-2',
    summary: 'machine units show a key that is not documented',
    behaviour: () => showing((row) => ({ ...row, row_version: 3 }), 'machine_units'),
    probe: (server) => anyRow(server, 'machine_units', (row) => 'row_version' in row),
  },
  {
    id: 'shape-nested-key-undocumented',
    family: 'shape',
    rule: 'SHAPE-2',
    summary: 'a step of a project shows the id of its project',
    behaviour: () =>
      showing(
        (row) => ({
          ...row,
          steps: objectsAt(row, 'steps').map((step) => ({ ...step, project_id: row['id'] ?? null })),
        }),
        'projects',
      ),
    probe: (server) => hasText(server, 'projects', /"project_id"/),
  },
  {
    id: 'shape-empty-array-is-null',
    family: 'shape',
    rule: 'SHAPE-2',
    summary: 'an array without items is null',
    behaviour: () =>
      showing(
        (row) => objectThroughout(row, (value) => (isList(value) && value.length === 0 ? null : value)),
        'trainings',
        'plans',
      ),
    probe: (server) => anyRow(server, 'plans', (row) => row['groups'] === null),
  },
  {
    id: 'shape-reference-half-null',
    family: 'shape',
    rule: 'SHAPE-2',
    summary: 'a project without a licence has one whose id and name are null',
    behaviour: () =>
      showing((row) => (row['license'] === null ? { ...row, license: { id: null, name: null } } : row), 'projects'),
    probe: (server) => hasText(server, 'projects', /"license":\{"id":null/),
  },
  {
    id: 'shape-capital-ids',
    family: 'shape',
    rule: 'SHAPE-3',
    summary: 'the ids of categories are in capitals',
    behaviour: () => showing((row) => ({ ...row, id: textOf(row['id']).toUpperCase() }), 'categories'),
    probe: (server) => anyRow(server, 'categories', (row) => /[A-F]/.test(textOf(row['id']))),
  },
  {
    id: 'shape-money-in-units',
    family: 'shape',
    rule: 'SHAPE-5',
    summary: 'amount_in_cents is a number of whole units with a fraction',
    behaviour: () =>
      showing(
        (row) => ({
          ...row,
          amount_in_cents: row['amount_in_cents'] === null ? null : Number(row['amount_in_cents']) / 100,
        }),
        'plans',
      ),
    probe: (server) =>
      anyRow(server, 'plans', (row) => row['amount_in_cents'] !== null && !Number.isInteger(row['amount_in_cents'])),
  },
  {
    id: 'shape-money-as-text',
    family: 'shape',
    rule: 'SHAPE-5',
    summary: 'the amounts of prices are texts',
    behaviour: () =>
      showing(
        (row) => ({
          ...row,
          prices: objectsAt(row, 'prices').map((price) => ({
            ...price,
            amount_in_cents: textOf(price['amount_in_cents']),
          })),
        }),
        'events',
        'trainings',
      ),
    probe: (server) => hasText(server, 'events', /"amount_in_cents":"/),
  },
  {
    id: 'shape-currency-in-small-letters',
    family: 'shape',
    rule: 'SHAPE-5',
    summary: 'currencies are in small letters',
    behaviour: () =>
      showing(
        (row) => ({ ...row, currency: row['currency'] === null ? null : textOf(row['currency']).toLowerCase() }),
        'plans',
      ),
    probe: (server) => anyRow(server, 'plans', (row) => /[a-z]/.test(textOf(row['currency'] ?? ''))),
  },
] as const satisfies readonly Fault[];
