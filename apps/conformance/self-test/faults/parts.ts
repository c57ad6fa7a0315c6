import type { CollectionName } from '@resource-catalogue/contracts';
import { rows } from '../probe/ask.js';
import { isList, isObject, type JsonObject, type JsonValue, textOf } from '../server/json.js';
import { showing, without } from './alterations.js';
import type { Fault } from './fault.js';

// Faults deep inside a resource: a key of a part, or of an item of an array.

const inParts = (row: JsonObject, key: string, change: (part: JsonObject) => JsonObject): JsonObject => {
  const value = row[key];
  if (isList(value)) return { ...row, [key]: value.map((item) => (isObject(item) ? change(item) : item)) };
  return isObject(value) ? { ...row, [key]: change(value) } : row;
};

const partsOf = (row: JsonObject, key: string): readonly JsonObject[] => {
  const value = row[key];
  return (isList(value) ? value : [value ?? null]).filter(isObject);
};

/** The parts under a key are changed; `shows` tells a changed one. */
const part = <Name extends string>(
  name: Name,
  rule: string,
  summary: string,
  [collection, key]: readonly [collection: CollectionName, key: string],
  change: (part: JsonObject) => JsonObject,
  shows: (part: JsonObject) => boolean,
) =>
  ({
    id: `shape-part-${name}`,
    family: 'shape',
    rule,
    summary,
    behaviour: () => showing((row) => inParts(row, key, change), collection),
    probe: async (server) => (await rows(server, collection, 'limit=200')).some((row) => partsOf(row, key).some(shows)),
  }) as const satisfies Fault;

const set =
  (key: string, value: (old: JsonValue) => JsonValue) =>
  (part: JsonObject): JsonObject => ({ ...part, [key]: value(part[key] ?? null) });

const lacks = (key: string) => (part: JsonObject) => !(key in part);
const dropped = (key: string) => (part: JsonObject) => without(part, key);

export const partFaults = [
  part(
    'price-currency',
    'SHAPE-2',
    'the prices of events have no currency',
    ['events', 'prices'],
    dropped('currency'),
    lacks('currency'),
  ),
  part(
    'hours-closing',
    'SHAPE-2',
    'opening hours have no closes_at',
    ['spaces', 'opening_hours'],
    dropped('closes_at'),
    lacks('closes_at'),
  ),
  part(
    'extra-sku',
    'SHAPE-2',
    'the extras of a place have no sku',
    ['places', 'place_extras'],
    dropped('sku'),
    lacks('sku'),
  ),
  part(
    'seat-price',
    'SHAPE-2',
    'the seats of a booking have no price key',
    ['bookings', 'seats'],
    dropped('price'),
    lacks('price'),
  ),
  part(
    'slot-end-date',
    'SHAPE-2',
    'the slots of a training session have no end_date',
    ['training_sessions', 'slots'],
    dropped('end_date'),
    lacks('end_date'),
  ),
  part(
    'duration-custom',
    'SHAPE-2',
    'the duration types of a machine have no custom_duration_type key',
    ['machines', 'machine_booking_duration_types'],
    dropped('custom_duration_type'),
    lacks('custom_duration_type'),
  ),
  part(
    'address-city',
    'SHAPE-2',
    'the address of a member has no city key',
    ['members', 'address'],
    dropped('city'),
    lacks('city'),
  ),
  part(
    'accreditation-time',
    'SHAPE-1',
    'the times of accreditations have no milliseconds',
    ['members', 'accreditations'],
    set('obtained_at', (time) => textOf(time).replace(/\.\d{3}/, '')),
    ({ obtained_at }) => !textOf(obtained_at).includes('.'),
  ),
  part(
    'quota-unit',
    'section 8',
    'the unit of a quota is per day in words of its own',
    ['places', 'place_quotas'],
    set('unit', () => 'per_day'),
    ({ unit }) => unit === 'per_day',
  ),
  part(
    'quota-value',
    'section 8',
    'the value of a quota counts from 0',
    ['machines', 'machine_quotas'],
    set('value', () => 0),
    ({ value }) => value === 0,
  ),
  part(
    'minimum-id',
    'SHAPE-3',
    'minimum durations have numbers for ids',
    ['places', 'place_booking_minimum_durations'],
    set('id', () => 7),
    ({ id }) => id === 7,
  ),
  part(
    'custom-without-kind',
    'section 8',
    'a duration type that is not custom has a custom one',
    ['places', 'place_booking_duration_types'],
    set('custom_duration_type', () => ({ name: 'Evening', soft_deleted_at: null })),
    ({ kind, custom_duration_type }) => kind !== 'custom' && custom_duration_type !== null,
  ),
  part(
    'step-rendered',
    'section 8',
    'a step without a description has an empty rendered one',
    ['projects', 'steps'],
    set('description_rendered', (html) => html ?? ''),
    ({ description, description_rendered }) => description === null && description_rendered === '',
  ),
  part(
    'category-extra',
    'SHAPE-1',
    'the category of a plan shows its type, too',
    ['plans', 'category'],
    (category) => ({ ...category, type: 'plan' }),
    ({ type }) => type === 'plan',
  ),
  part(
    'trainer-name',
    'SHAPE-1',
    'the trainers of a session have one name',
    ['training_sessions', 'trainers'],
    ({ id, first_name, last_name }) => ({ id: id ?? null, name: `${textOf(first_name)} ${textOf(last_name)}` }),
    ({ name }) => name !== undefined,
  ),
  part(
    'subscription-plan',
    'SHAPE-1',
    'the current subscription of a member has no plan',
    ['members', 'current_subscription'],
    dropped('plan'),
    lacks('plan'),
  ),
  part(
    'session-event',
    'SHAPE-1',
    'the event session of a booking shows its event as an id',
    ['bookings', 'event_session'],
    set('event', (event) => (isObject(event) ? (event['id'] ?? null) : event)),
    ({ event }) => typeof event === 'string',
  ),
  part(
    'slot-backwards',
    'section 8',
    'a slot of an event session ends before it begins',
    ['event_sessions', 'slots'],
    ({ start_time, end_time, ...slot }) => ({ ...slot, start_time: end_time ?? null, end_time: start_time ?? null }),
    ({ start_time, end_time }) => textOf(start_time) > textOf(end_time),
  ),
] as const satisfies readonly Fault[];
