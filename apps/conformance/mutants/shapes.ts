import { isList, type JsonObject, type JsonValue, toText } from '@resource-catalogue/reference-server';
import { without } from './answers.js';
import { type Change, makeMutants } from './mutant.js';
import { objectAt, reversed, changeRows, textAt, throughout, valueAt, withItems } from './rows.js';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const times = (change: (time: string) => string) =>
  changeRows([], (row) =>
    throughout(row, (value) => (typeof value === 'string' && instant.test(value) ? change(value) : value)),
  );

const lacking = (path: Parameters<typeof valueAt>[0]): Change => valueAt(path, () => undefined);

const idAlone = ({ id = null }: JsonObject): JsonValue => id;

const emptyIsNull = (value: JsonValue): JsonValue => (isList(value) && value.length === 0 ? null : value);

export const shapeMutants = makeMutants('shape', {
  'SHAPE-1': {
    'no-milliseconds: times have no milliseconds': times((time) => time.replace(/\.\d{3}/, '')),
    'no-milliseconds-on-the-second: a time in a slot has no milliseconds if they are zero': changeRows(
      ['bookings', 'event_sessions', 'training_sessions'],
      (row) => withItems(row, 'slots', (slot) => throughout(slot, (value) => toText(value).replace('.000Z', 'Z'))),
    ),
    'microseconds: times have six fraction digits': times((time) => time.replace('Z', '000Z')),
    'offset-for-z: joined_at ends in +00:00': textAt('members.joined_at', (time) => time.replace('Z', '+00:00')),
    'date-with-time: birthdate has a time': textAt('members.birthdate', (date) => `${date}T00:00:00.000Z`),
    'camel-case: a key of plans is in camelCase': changeRows(['plans'], (row) => ({
      ...without(row, 'duration_unit'),
      durationUnit: row['duration_unit'] ?? null,
    })),
    'summary-with-more: the member of a booking also has its number': objectAt('bookings.member', (member) => ({
      ...member,
      number: 'M 1',
    })),
    'summary-with-less: the place unit of a booking has no state': lacking('bookings.place_unit.state'),
    'reference-as-id: the plan of a subscription is only its id': objectAt('subscriptions.plan', idAlone),
    'part-accreditation-time: the times of accreditations have no milliseconds': textAt(
      'members.accreditations.obtained_at',
      (time) => time.replace(/\.\d{3}/, ''),
    ),
    'part-category-extra: categories of plans have a type': objectAt('plans.category', (category) => ({
      ...category,
      type: 'plan',
    })),
    'part-trainer-name: the trainers of a session have a single name': changeRows(['training_sessions'], (row) =>
      withItems(row, 'trainers', ({ id, first_name, last_name }) => ({
        id: id ?? null,
        name: `${toText(first_name)} ${toText(last_name)}`,
      })),
    ),
    'part-subscription-plan: current_subscription of members has no plan': lacking('members.current_subscription.plan'),
    'part-session-event: the event of a booked session is only its id': objectAt(
      'bookings.event_session.event',
      idAlone,
    ),
  },
  'SHAPE-2': {
    'nulls-left-out: keys whose value is null are omitted': changeRows(['places', 'users'], (row) =>
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
    ),
    'key-missing-on-deleted: soft-deleted trainings have no image key': valueAt('trainings.image', (image, row) =>
      row['soft_deleted_at'] === null ? image : undefined,
    ),
    'internal-key: units show an internal key': changeRows(['machine_units'], (row) => ({ ...row, row_version: 3 })),
    'nested-key-undocumented: a step of a project shows the project’s id': changeRows(['projects'], (row) =>
      withItems(row, 'steps', (step) => ({ ...step, project_id: row['id'] ?? null })),
    ),
    'empty-array-is-null: empty arrays are null': changeRows(['trainings', 'plans'], (row) =>
      throughout(row, emptyIsNull),
    ),
    'reference-half-null: a project without a licence has a license whose id and name are null': valueAt(
      'projects.license',
      (license) => license ?? { id: null, name: null },
    ),
    'part-price-currency: the prices of events have no currency': lacking('events.prices.currency'),
    'part-hours-closing: opening hours have no closes_at': lacking('spaces.opening_hours.closes_at'),
    'part-extra-sku: the extras of a place have no sku': lacking('places.place_extras.sku'),
    'part-seat-price: the seats of a booking have no price key': lacking('bookings.seats.price'),
    'part-slot-end-date: the slots of a training session have no end_date': lacking('training_sessions.slots.end_date'),
    'part-duration-custom: the duration types of a machine have no custom_duration_type key': lacking(
      'machines.machine_booking_duration_types.custom_duration_type',
    ),
    'part-address-city: the address of a member has no city key': lacking('members.address.city'),
  },
  'SHAPE-3': {
    'capital-ids: the ids of categories are in upper case': textAt('categories.id', (id) => id.toUpperCase()),
    'part-minimum-id: the ids of minimum durations are numbers': valueAt(
      'places.place_booking_minimum_durations.id',
      () => 7,
    ),
  },
  'SHAPE-5': {
    'money-in-units: amount_in_cents is in whole units with a fraction': valueAt('plans.amount_in_cents', (cents) =>
      cents === null ? null : Number(cents) / 100,
    ),
    'money-as-text: the amounts of prices are strings': changeRows(['events', 'trainings'], (row) =>
      withItems(row, 'prices', (price) => ({ ...price, amount_in_cents: toText(price['amount_in_cents']) })),
    ),
    'currency-in-small-letters: currencies are in lower case': textAt('plans.currency', (code) => code.toLowerCase()),
  },
  'SHAPE-6': {
    'image-relative: the URLs of images have no origin': objectAt('machines.image', (image) =>
      throughout(image, (url) => new URL(toText(url)).pathname),
    ),
    'image-size-missing: images of members have no lg': lacking('members.image.lg'),
    'rendered-unsanitised: the rendered description of an event contains an event handler': textAt(
      'events.description_rendered',
      () => '<p onclick="alert(1)">All about it.</p>\n',
    ),
  },
  'SHAPE-7': {
    'updated-before-created: some places were updated before they were created': valueAt(
      'places.updated_at',
      (updated, { created_at: created }) => (updated === created ? '2020-01-01T00:00:00.000Z' : updated),
    ),
  },
  'section 8': {
    'enum-value-unknown: a scheduled session has the state planned': valueAt('training_sessions.state', (state) =>
      state === 'scheduled' ? 'planned' : state,
    ),
    'flag-as-number: renews_automatically is 1 or 0': valueAt('subscriptions.renews_automatically', Number),
    'number-as-text: latitude and longitude are strings': changeRows(['spaces'], (row) =>
      row['latitude'] === null
        ? row
        : { ...row, latitude: toText(row['latitude']), longitude: toText(row['longitude']) },
    ),
    'canceled-without-time: canceled bookings have no cancellation time': valueAt('bookings.canceled_at', () => null),
    'draft-with-publication: draft plans have a publication time': valueAt(
      'plans.published_at',
      (_, row) => row['created_at'],
    ),
    'button-without-address: an e-mail button has no address': valueAt('events.buying_cta_email', () => null),
    'booking-of-two-things: a booking reserved by an event session also shows it as its event_session': valueAt(
      'bookings.event_session',
      (session, row) => row['reserved_by_event_session'] ?? session,
    ),
    'slug-with-capitals: the slugs of trainings begin with a capital letter': textAt('trainings.slug', (slug) =>
      slug.replace(/^[a-z]/, (letter) => letter.toUpperCase()),
    ),
    'slugs-not-unique: places may share a slug': textAt('places.slug', (slug) => slug.replace(/-\d+$/, '')),
    'seats-below-zero: seats_available is negative if a session is overbooked': changeRows(
      ['training_sessions', 'event_sessions'],
      (row) => ({
        ...row,
        seats_available: Number(row['seats_total']) - Number(row['seats_booked']),
      }),
    ),
    'week-from-sunday: weekdays count from 0': valueAt('spaces.opening_hours.day_of_week', (day) => Number(day) - 1),
    'seats-minimum-alone: minimum_seats is set without auto_cancel_before_in_hours': valueAt(
      'trainings.auto_cancel_before_in_hours',
      () => null,
    ),
    'no-slots: draft sessions have no slots': valueAt('training_sessions.slots', (slots, { state }) =>
      state === 'draft' ? [] : slots,
    ),
    'part-quota-unit: the unit of a quota is per_day': valueAt('places.place_quotas.unit', () => 'per_day'),
    'part-quota-value: the value of a quota is 0': valueAt('machines.machine_quotas.value', () => 0),
    'part-custom-without-kind: a duration type that is not custom has a custom_duration_type': valueAt(
      'places.place_booking_duration_types.custom_duration_type',
      () => ({
        name: 'Evening',
        soft_deleted_at: null,
      }),
    ),
    'part-step-rendered: description_rendered of a step is an empty string instead of null': valueAt(
      'projects.steps.description_rendered',
      (html) => html ?? '',
    ),
    'part-slot-backwards: a slot of an event session ends before it begins': changeRows(['event_sessions'], (row) =>
      withItems(row, 'slots', ({ start_time, end_time, ...slot }) => ({
        ...slot,
        start_time: end_time ?? null,
        end_time: start_time ?? null,
      })),
    ),
  },
  'SHAPE-10': {
    'slots-unordered: slots are in reverse order': valueAt('event_sessions.slots', reversed),
    'steps-unordered: steps are not ordered by position': valueAt('projects.steps', reversed),
    'opening-hours-unordered: opening hours begin with the last day': valueAt('spaces.opening_hours', reversed),
    'arrays-change-order: the plans that a machine requires are reversed in every second request': () => {
      let shown = 0;
      return valueAt('machines.required_plans', (plans) => ((shown += 1) % 2 === 0 ? reversed(plans) : plans));
    },
  },
});
