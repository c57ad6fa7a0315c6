import { isList, type JsonValue, textOf } from '@resource-catalogue/reference-server';
import { without } from './answers.js';
import { mutantOf } from './mutant.js';
import { objectAt, reversed, rowsOf, textAt, throughout, valueAt, withItems } from './rows.js';

const mutant = mutantOf('shape');

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Times are written otherwise, wherever they stand. */
const times = (change: (time: string) => string) =>
  rowsOf([], (row) =>
    throughout(row, (value) => (typeof value === 'string' && instant.test(value) ? change(value) : value)),
  );

/** A key is missing. */
const lacking = <const Name extends string>(
  name: Name,
  rule: string,
  summary: string,
  path: Parameters<typeof valueAt>[0],
) => mutant(name, rule, summary, () => valueAt(path, () => undefined));

const emptyIsNull = (value: JsonValue): JsonValue => (isList(value) && value.length === 0 ? null : value);

export const shapeMutants = [
  // Mutants of single values: their form and their keys.

  mutant('no-milliseconds', 'SHAPE-1', 'times have no milliseconds', () =>
    times((time) => time.replace(/\.\d{3}/, '')),
  ),
  mutant('no-milliseconds-on-the-second', 'SHAPE-1', 'a time on the second has no milliseconds, in slots alone', () =>
    rowsOf(['bookings', 'event_sessions', 'training_sessions'], (row) =>
      withItems(row, 'slots', (slot) => throughout(slot, (value) => textOf(value).replace('.000Z', 'Z'))),
    ),
  ),
  mutant('microseconds', 'SHAPE-1', 'times have six fraction digits', () => times((time) => time.replace('Z', '000Z'))),
  mutant('offset-for-z', 'SHAPE-1', 'joined_at ends in +00:00', () =>
    textAt('members.joined_at', (time) => time.replace('Z', '+00:00')),
  ),
  mutant('date-with-time', 'SHAPE-1', 'birthdate has a time', () =>
    textAt('members.birthdate', (date) => `${date}T00:00:00.000Z`),
  ),
  mutant('camel-case', 'SHAPE-1', 'a key of plans is in camelCase', () =>
    rowsOf(['plans'], (row) => ({ ...without(row, 'duration_unit'), durationUnit: row['duration_unit'] ?? null })),
  ),
  mutant('summary-with-more', 'SHAPE-1', 'the member of a booking has its number, too', () =>
    objectAt('bookings.member', (member) => ({ ...member, number: 'M 1' })),
  ),
  lacking('summary-with-less', 'SHAPE-1', 'the place unit of a booking has no state', 'bookings.place_unit.state'),
  mutant('reference-as-id', 'SHAPE-1', 'the plan of a subscription is its id alone', () =>
    objectAt('subscriptions.plan', ({ id }) => id ?? null),
  ),
  mutant('nulls-left-out', 'SHAPE-2', 'keys without a value are left out', () =>
    rowsOf(['places', 'users'], (row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))),
  ),
  mutant('key-missing-on-deleted', 'SHAPE-2', 'trainings that are soft-deleted have no image key', () =>
    valueAt('trainings.image', (image, row) => (row['soft_deleted_at'] === null ? image : undefined)),
  ),
  mutant('internal-key', 'SHAPE-2', 'machine units show a key that is not documented', () =>
    rowsOf(['machine_units'], (row) => ({ ...row, row_version: 3 })),
  ),
  mutant('nested-key-undocumented', 'SHAPE-2', 'a step of a project shows the id of its project', () =>
    rowsOf(['projects'], (row) => withItems(row, 'steps', (step) => ({ ...step, project_id: row['id'] ?? null }))),
  ),
  mutant('empty-array-is-null', 'SHAPE-2', 'an array without items is null', () =>
    rowsOf(['trainings', 'plans'], (row) => throughout(row, emptyIsNull)),
  ),
  mutant('reference-half-null', 'SHAPE-2', 'a project without a licence has one whose id and name are null', () =>
    valueAt('projects.license', (license) => license ?? { id: null, name: null }),
  ),
  mutant('capital-ids', 'SHAPE-3', 'the ids of categories are in capitals', () =>
    textAt('categories.id', (id) => id.toUpperCase()),
  ),
  mutant('money-in-units', 'SHAPE-5', 'amount_in_cents is a number of whole units with a fraction', () =>
    valueAt('plans.amount_in_cents', (cents) => (cents === null ? null : Number(cents) / 100)),
  ),
  mutant('money-as-text', 'SHAPE-5', 'the amounts of prices are texts', () =>
    rowsOf(['events', 'trainings'], (row) =>
      withItems(row, 'prices', (price) => ({ ...price, amount_in_cents: textOf(price['amount_in_cents']) })),
    ),
  ),
  mutant('currency-in-small-letters', 'SHAPE-5', 'currencies are in small letters', () =>
    textAt('plans.currency', (currency) => currency.toLowerCase()),
  ),

  // Mutants of whole resources: what their values have to do with each other, and the order of arrays.

  mutant('image-relative', 'SHAPE-6', 'the URLs of images have no origin', () =>
    objectAt('machines.image', (image) => throughout(image, (url) => new URL(textOf(url)).pathname)),
  ),
  lacking('image-size-missing', 'SHAPE-6', 'images of members have no lg', 'members.image.lg'),
  mutant('rendered-unsanitised', 'SHAPE-6', 'the rendered description of an event holds an event handler', () =>
    textAt('events.description_rendered', () => '<p onclick="alert(1)">All about it.</p>\n'),
  ),
  mutant('updated-before-created', 'SHAPE-7', 'some places were updated before they were created', () =>
    valueAt('places.updated_at', (updated, { created_at: created }) =>
      updated === created ? '2020-01-01T00:00:00.000Z' : updated,
    ),
  ),
  mutant('enum-value-unknown', 'section 8', 'a session that is scheduled is called planned', () =>
    valueAt('training_sessions.state', (state) => (state === 'scheduled' ? 'planned' : state)),
  ),
  mutant('flag-as-number', 'section 8', 'renews_automatically is 1 or 0', () =>
    valueAt('subscriptions.renews_automatically', Number),
  ),
  mutant('number-as-text', 'section 8', 'latitude and longitude are texts', () =>
    rowsOf(['spaces'], (row) =>
      row['latitude'] === null
        ? row
        : { ...row, latitude: textOf(row['latitude']), longitude: textOf(row['longitude']) },
    ),
  ),
  mutant('slots-unordered', 'SHAPE-10', 'slots are in the order of their end, backwards', () =>
    valueAt('event_sessions.slots', reversed),
  ),
  mutant('steps-unordered', 'SHAPE-10', 'steps are not in the order of their positions', () =>
    valueAt('projects.steps', reversed),
  ),
  mutant('opening-hours-unordered', 'SHAPE-10', 'opening hours begin with the last day', () =>
    valueAt('spaces.opening_hours', reversed),
  ),
  mutant(
    'arrays-change-order',
    'SHAPE-10',
    'the plans that a machine requires come in another order on every second request',
    () => {
      let shown = 0;
      return valueAt('machines.required_plans', (plans) => ((shown += 1) % 2 === 0 ? reversed(plans) : plans));
    },
  ),
  mutant('canceled-without-time', 'section 8', 'a canceled booking does not say when it was canceled', () =>
    valueAt('bookings.canceled_at', () => null),
  ),
  mutant('draft-with-publication', 'section 8', 'a draft of a plan has a time of publication', () =>
    valueAt('plans.published_at', (_, row) => row['created_at']),
  ),
  mutant('button-without-address', 'section 8', 'a button that writes an e-mail has no address', () =>
    valueAt('events.buying_cta_email', () => null),
  ),
  mutant(
    'booking-of-two-things',
    'section 8',
    'a booking that is held for an event session is of that session, too',
    () => valueAt('bookings.event_session', (session, row) => row['reserved_by_event_session'] ?? session),
  ),
  mutant('slug-with-capitals', 'section 8', 'the slugs of trainings begin with a capital', () =>
    textAt('trainings.slug', (slug) => slug.replace(/^[a-z]/, (letter) => letter.toUpperCase())),
  ),
  mutant('slugs-not-unique', 'section 8', 'places of the same name share a slug', () =>
    textAt('places.slug', (slug) => slug.replace(/-\d+$/, '')),
  ),
  mutant('seats-below-zero', 'section 8', 'seats_available is below zero where a session is overbooked', () =>
    rowsOf(['training_sessions', 'event_sessions'], (row) => ({
      ...row,
      seats_available: Number(row['seats_total']) - Number(row['seats_booked']),
    })),
  ),
  mutant('week-from-sunday', 'section 8', 'days of the week are counted from 0', () =>
    valueAt('spaces.opening_hours.day_of_week', (day) => Number(day) - 1),
  ),
  mutant('seats-minimum-alone', 'section 8', 'minimum_seats stands without auto_cancel_before_in_hours', () =>
    valueAt('trainings.auto_cancel_before_in_hours', () => null),
  ),
  mutant('no-slots', 'section 8', 'sessions that are drafts have no slots', () =>
    valueAt('training_sessions.slots', (slots, { state }) => (state === 'draft' ? [] : slots)),
  ),

  // Mutants deep inside a resource: a key of a part, or of an item of an array.

  lacking('part-price-currency', 'SHAPE-2', 'the prices of events have no currency', 'events.prices.currency'),
  lacking('part-hours-closing', 'SHAPE-2', 'opening hours have no closes_at', 'spaces.opening_hours.closes_at'),
  lacking('part-extra-sku', 'SHAPE-2', 'the extras of a place have no sku', 'places.place_extras.sku'),
  lacking('part-seat-price', 'SHAPE-2', 'the seats of a booking have no price key', 'bookings.seats.price'),
  lacking(
    'part-slot-end-date',
    'SHAPE-2',
    'the slots of a training session have no end_date',
    'training_sessions.slots.end_date',
  ),
  lacking(
    'part-duration-custom',
    'SHAPE-2',
    'the duration types of a machine have no custom_duration_type key',
    'machines.machine_booking_duration_types.custom_duration_type',
  ),
  lacking('part-address-city', 'SHAPE-2', 'the address of a member has no city key', 'members.address.city'),
  mutant('part-accreditation-time', 'SHAPE-1', 'the times of accreditations have no milliseconds', () =>
    textAt('members.accreditations.obtained_at', (time) => time.replace(/\.\d{3}/, '')),
  ),
  mutant('part-quota-unit', 'section 8', 'the unit of a quota is per day in words of its own', () =>
    valueAt('places.place_quotas.unit', () => 'per_day'),
  ),
  mutant('part-quota-value', 'section 8', 'the value of a quota counts from 0', () =>
    valueAt('machines.machine_quotas.value', () => 0),
  ),
  mutant('part-minimum-id', 'SHAPE-3', 'minimum durations have numbers for ids', () =>
    valueAt('places.place_booking_minimum_durations.id', () => 7),
  ),
  mutant('part-custom-without-kind', 'section 8', 'a duration type that is not custom has a custom one', () =>
    valueAt('places.place_booking_duration_types.custom_duration_type', () => ({
      name: 'Evening',
      soft_deleted_at: null,
    })),
  ),
  mutant('part-step-rendered', 'section 8', 'a step without a description has an empty rendered one', () =>
    valueAt('projects.steps.description_rendered', (html) => html ?? ''),
  ),
  mutant('part-category-extra', 'SHAPE-1', 'the category of a plan shows its type, too', () =>
    objectAt('plans.category', (category) => ({ ...category, type: 'plan' })),
  ),
  mutant('part-trainer-name', 'SHAPE-1', 'the trainers of a session have one name', () =>
    rowsOf(['training_sessions'], (row) =>
      withItems(row, 'trainers', ({ id, first_name, last_name }) => ({
        id: id ?? null,
        name: `${textOf(first_name)} ${textOf(last_name)}`,
      })),
    ),
  ),
  lacking(
    'part-subscription-plan',
    'SHAPE-1',
    'the current subscription of a member has no plan',
    'members.current_subscription.plan',
  ),
  mutant('part-session-event', 'SHAPE-1', 'the event session of a booking shows its event as an id', () =>
    objectAt('bookings.event_session.event', ({ id }) => id ?? null),
  ),
  mutant('part-slot-backwards', 'section 8', 'a slot of an event session ends before it begins', () =>
    rowsOf(['event_sessions'], (row) =>
      withItems(row, 'slots', ({ start_time, end_time, ...slot }) => ({
        ...slot,
        start_time: end_time ?? null,
        end_time: start_time ?? null,
      })),
    ),
  ),
];
