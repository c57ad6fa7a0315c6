import {
  type Dataset,
  readId,
  isDeleted,
  isObject,
  objectsAt,
  type Row,
  toText,
} from '@resource-catalogue/reference-server';
import { type Change, makeMutants } from './mutant.js';
import { objectAt, changeRows, valueAt, withItems } from './rows.js';

const isDeletable = (row: Row): boolean => 'soft_deleted_at' in row && isDeleted(row);

const deletedIds = (dataset: Dataset): Set<string> =>
  new Set(Object.values(dataset).flatMap((known) => known.filter(isDeletable).map(({ id }) => id)));

/** Shows a former value of an entity in a summary (SHAPE-9): one key of one reference of one collection. */
const stale = (path: Parameters<typeof valueAt>[0], former = (text: string) => `Former ${text}`): Change =>
  valueAt(path, (value) => former(toText(value)));

const seats = (booking: Row): number => objectsAt(booking, 'seats').length;

export const referenceMutants = makeMutants('reference', {
  'SHAPE-9': {
    'stale-machine-name: machine_units show a former name of a machine': stale('machine_units.machine.name'),
    'stale-for-some-members: some subscriptions show their member under a former family name': valueAt(
      'subscriptions.member',
      (member, { id }) =>
        /[0-7]$/.test(toText(id)) && isObject(member) ? { ...member, last_name: 'Formerly' } : member,
    ),
    'stale-unit-state: all booked units are available': valueAt('bookings.machine_unit.state', () => 'available'),
    'names-swapped: the author of a project has first and last name swapped': objectAt(
      'projects.author',
      ({ first_name: first = null, last_name: last = null, ...author }) => ({
        ...author,
        first_name: last,
        last_name: first,
      }),
    ),
    'deleted-is-null: a project shows no space if that space is soft-deleted': (dataset) => {
      const deleted = deletedIds(dataset);
      return valueAt('projects.space', (space) => (deleted.has(readId(space) ?? '') ? null : space));
    },
    'deleted-left-out: a training does not show soft-deleted machines': (dataset) => {
      const deleted = deletedIds(dataset);
      return valueAt('trainings.machines', (_, row) =>
        objectsAt(row, 'machines').filter(({ id }) => !deleted.has(toText(id))),
      );
    },
    'draft-is-nameless: event sessions hide the name of a draft event': ({ events }) => {
      const drafts = new Set(events.filter((row) => row['publication_state'] === 'draft').map(({ id }) => id));
      return valueAt('event_sessions.event.name', (name, { id }) => (drafts.has(toText(id)) ? 'Draft' : name));
    },
    'dangling-category: events have the id of a category that does not exist': stale('events.category.id', (id) =>
      id.replace(/.{4}$/, '0000'),
    ),
    'stale-user-address: members show a former address of their user': stale('members.user.email'),
    'stale-home-space: members show a former name of their space': stale('members.space.name'),
    'stale-managed-spaces: users show former names of spaces': stale('users.spaces.name'),
    'stale-required-plans: machines show former names of required_plans': stale('machines.required_plans.name'),
    'stale-trained-machines: trainings show former names of machines': stale('trainings.machines.name'),
    'stale-hosts: event_sessions show former names of hosts': stale('event_sessions.hosts.last_name'),
    'stale-collaborators: projects show former names of collaborators': stale('projects.collaborators.first_name'),
    'stale-parent-space: spaces show a former name of their parent': stale('spaces.parent.name'),
    'stale-plan-of-member: members show a former name of their plan': stale('members.current_subscription.plan.name'),
    'stale-place-of-unit: bookings show a former name of their place': stale('bookings.place_unit.place.name'),
    'stale-stock-number: bookings show a former number of their machine unit': stale('bookings.machine_unit.sku'),
    'stale-event-of-session: bookings show a former name of their event': stale('bookings.event_session.event.name'),
    'stale-price-category: events show former names of price categories': stale('events.prices.category.name'),
    'stale-seat-category: bookings show former price categories': stale('bookings.seats.price.category.name'),
  },
  'FILT-8': {
    'rows-hidden: some machines are missing from lists, although they can be read and are referred to': {
      rowsOf: (known, { contract }) =>
        contract.name === 'machines' ? known.filter(({ id }) => !/[0-3]$/.test(id)) : known,
    },
  },
  'section 8': {
    'one-sided-user: users never show the member that they belong to': valueAt('users.member', () => null),
    'subscription-not-active: members with an ended subscription hide their active one': ({ subscriptions }) => {
      const ended = subscriptions.filter(({ state }) => state !== 'active').map((row) => readId(row['member']));
      return valueAt('members.current_subscription', (known, { id }) => (ended.includes(toText(id)) ? null : known));
    },
    'seats-of-canceled: the seats of canceled bookings count as booked': ({ bookings }) =>
      changeRows(['event_sessions'], (row) => {
        const canceled = bookings.filter(
          ({ state, event_session: of = null }) => state === 'canceled' && readId(of) === row['id'],
        );
        const booked = canceled.reduce((sum, booking) => sum + seats(booking), Number(row['seats_booked']));
        return { ...row, seats_booked: booked, seats_available: Math.max(0, Number(row['seats_total']) - booked) };
      }),
    'parents-in-a-circle: a space is its own parent': valueAt(
      'spaces.parent',
      (parent, { id = null, name = null }) => parent && { id, name },
    ),
    'category-of-another-type: machines have categories meant for places': ({ categories }) => {
      const other = categories.find(({ type }) => type === 'place');
      return objectAt('machines.category', () => ({ id: other?.id ?? null, name: other?.['name'] ?? null }));
    },
    'slot-dates-in-utc: the dates of a slot are in UTC, not in the time zone of the space': valueAt(
      'bookings.slots.start_date',
      (_, slot) => toText(slot['start_time']).slice(0, 10),
    ),
    'quota-elsewhere: the quotas of a machine name duration types that the machine does not have': changeRows(
      ['machines'],
      (row) =>
        withItems(row, 'machine_quotas', (quota) => ({
          ...quota,
          machine_booking_duration_type_id: row['id'] ?? null,
        })),
    ),
  },
});
