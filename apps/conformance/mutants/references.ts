import type { CollectionName } from '@resource-catalogue/contracts';
import {
  type Dataset,
  idOf,
  isDeleted,
  isObject,
  objectsAt,
  type Row,
  textOf,
} from '@resource-catalogue/reference-server';
import { mutantOf } from './mutant.js';
import { objectAt, rowsOf, textAt, valueAt, withItems } from './rows.js';

const mutant = mutantOf('reference');

const isDeletable = (row: Row): boolean => 'soft_deleted_at' in row && isDeleted(row);

const deletedIds = (dataset: Dataset): Set<string> =>
  new Set(Object.values(dataset).flatMap((known) => known.filter(isDeletable).map(({ id }) => id)));

/** A summary shows an entity as it was (SHAPE-9): one key of one reference of one collection. */
const stale = <Name extends string>(name: Name, collection: CollectionName, path: string, key: string) =>
  mutant(
    `stale-${name}`,
    'SHAPE-9',
    `${collection} show ${path} with a ${key} of former days`,
    valueAt(`${collection}.${path}.${key}`, (value) => `Former ${textOf(value)}`),
  );

const seats = (booking: Row): number => objectsAt(booking, 'seats').length;

export const referenceMutants = [
  mutant('stale-machine-name', 'SHAPE-9', 'machine_units show their machine under a former name', () =>
    textAt('machine_units.machine.name', (name) => `${name} (old)`),
  ),
  mutant('stale-for-some-members', 'SHAPE-9', 'some subscriptions show their member under a former family name', () =>
    valueAt('subscriptions.member', (member, { id }) =>
      /[0-7]$/.test(textOf(id)) && isObject(member) ? { ...member, last_name: 'Formerly' } : member,
    ),
  ),
  mutant('stale-unit-state', 'SHAPE-9', 'bookings show their machine unit as available, whatever it is now', () =>
    valueAt('bookings.machine_unit.state', () => 'available'),
  ),
  mutant('names-swapped', 'SHAPE-9', 'the author of a project has first and last name swapped', () =>
    objectAt('projects.author', ({ first_name: first = null, last_name: last = null, ...author }) => ({
      ...author,
      first_name: last,
      last_name: first,
    })),
  ),
  mutant('deleted-is-null', 'SHAPE-9', 'a project shows no space where the space is soft-deleted', (dataset) => {
    const deleted = deletedIds(dataset);
    return valueAt('projects.space', (space) => (deleted.has(idOf(space) ?? '') ? null : space));
  }),
  mutant('deleted-left-out', 'SHAPE-9', 'a training does not show machines that are soft-deleted', (dataset) => {
    const deleted = deletedIds(dataset);
    return valueAt('trainings.machines', (_, row) =>
      objectsAt(row, 'machines').filter(({ id }) => !deleted.has(textOf(id))),
    );
  }),
  mutant('draft-is-nameless', 'SHAPE-9', 'event sessions hide the name of an event that is a draft', ({ events }) => {
    const drafts = new Set(events.filter((row) => row['publication_state'] === 'draft').map(({ id }) => id));
    return valueAt('event_sessions.event.name', (name, { id }) => (drafts.has(textOf(id)) ? 'Draft' : name));
  }),
  mutant('dangling-category', 'SHAPE-9', 'the category of an event has an id that nothing has', () =>
    textAt('events.category.id', (id) => id.replace(/.{4}$/, '0000')),
  ),
  mutant('rows-hidden', 'FILT-8', 'some machines stand in no list, though they can be read and others refer to them', {
    rowsOf: (known, { contract }) =>
      contract.name === 'machines' ? known.filter(({ id }) => !/[0-3]$/.test(id)) : known,
  }),
  mutant('one-sided-user', 'section 8', 'users never show the member whose account they are', () =>
    valueAt('users.member', () => null),
  ),

  stale('user-address', 'members', 'user', 'email'),
  stale('home-space', 'members', 'space', 'name'),
  stale('managed-spaces', 'users', 'spaces', 'name'),
  stale('required-plans', 'machines', 'required_plans', 'name'),
  stale('trained-machines', 'trainings', 'machines', 'name'),
  stale('hosts', 'event_sessions', 'hosts', 'last_name'),
  stale('collaborators', 'projects', 'collaborators', 'first_name'),
  stale('parent-space', 'spaces', 'parent', 'name'),
  stale('plan-of-member', 'members', 'current_subscription.plan', 'name'),
  stale('place-of-unit', 'bookings', 'place_unit.place', 'name'),
  stale('stock-number', 'bookings', 'machine_unit', 'sku'),
  stale('event-of-session', 'bookings', 'event_session.event', 'name'),
  stale('price-category', 'events', 'prices.category', 'name'),
  stale('seat-category', 'bookings', 'seats.price.category', 'name'),

  mutant(
    'subscription-not-active',
    'section 8',
    'members do not show their active subscription while there is a canceled one',
    ({ subscriptions }) => {
      const ended = subscriptions.filter(({ state }) => state !== 'active').map((row) => idOf(row['member']));
      return valueAt('members.current_subscription', (known, { id }) => (ended.includes(textOf(id)) ? null : known));
    },
  ),
  mutant('seats-of-canceled', 'section 8', 'the seats of canceled bookings count as booked', ({ bookings }) =>
    rowsOf(['event_sessions'], (row) => {
      const canceled = bookings.filter(
        ({ state, event_session: of = null }) => state === 'canceled' && idOf(of) === row['id'],
      );
      const booked = canceled.reduce((sum, booking) => sum + seats(booking), Number(row['seats_booked']));
      return { ...row, seats_booked: booked, seats_available: Math.max(0, Number(row['seats_total']) - booked) };
    }),
  ),
  mutant('parents-in-a-circle', 'section 8', 'a space is its own parent', () =>
    valueAt('spaces.parent', (parent, { id = null, name = null }) => parent && { id, name }),
  ),
  mutant('category-of-another-type', 'section 8', 'machines have categories of places', ({ categories }) => {
    const other = categories.find(({ type }) => type === 'place');
    return objectAt('machines.category', () => ({ id: other?.id ?? null, name: other?.['name'] ?? null }));
  }),
  mutant('slot-dates-in-utc', 'section 8', 'the dates of a slot are those of UTC, not of the space’s time zone', () =>
    valueAt('bookings.slots.start_date', (_, slot) => textOf(slot['start_time']).slice(0, 10)),
  ),
  mutant('quota-elsewhere', 'section 8', 'the quotas of a machine name duration types that it does not have', () =>
    rowsOf(['machines'], (row) =>
      withItems(row, 'machine_quotas', (quota) => ({
        ...quota,
        machine_booking_duration_type_id: row['id'] ?? null,
      })),
    ),
  ),
];
