import { describe, expect, it } from '@jest/globals';
import {
  categoriesContract,
  categoryTypes,
  collection,
  eventsContract,
  eventSessionsContract,
  MemberAccreditationDto,
  PlaceUnitSummaryDto,
  plansContract,
  PlanDto,
  PlanFiltersDto,
  RefDto,
} from '@resource-catalogue/contracts';
import { define } from './definition.js';
import { children, column, count, idIn, longText, ref, refColumn, remainder, reverseRef, set } from './sources.js';
import {
  accreditationSummary,
  bookingSeat,
  categorySummary,
  eventSummary,
  groupSummary,
  placeSummary,
  planSummary,
  price,
  spaceSummary,
  staffSummary,
  userSummary,
} from '../definitions/summaries.js';
import { summary } from './summary.js';
import { zoneMap } from './zone-map.js';

const sources = {
  category: ref(categorySummary),
  groups: set(groupSummary, 'plan_groups', 'plan_id', 'group_id'),
  spaces: set(spaceSummary, 'plan_spaces', 'plan_id', 'space_id'),
};
const filters = { group_id: idIn('groups'), space_id: idIn('spaces') };

const eventSources = {
  space: ref(spaceSummary),
  category: ref(categorySummary),
  required_accreditations: set(accreditationSummary, 'event_required_accreditations', 'event_id', 'accreditation_id'),
  required_plans: set(planSummary, 'event_required_plans', 'event_id', 'plan_id'),
  prices: children(price, 'event_id'),
};
const sessionSources = {
  event: ref(eventSummary),
  space: ref(spaceSummary),
  seats_booked: count('booking_seats', 'booking_id', 'bookings', 'event_session_id', { state: ['confirmed'] }),
  seats_available: remainder('seats_total', 'seats_booked'),
  hosts: set(staffSummary, 'event_session_hosts', 'event_session_id', 'user_id'),
};
const sessionFilters = { host_id: idIn('hosts') };

// Uses copies, since a contract can only have one definition, that of the service.
const plansCopy = { ...plansContract };

describe('a definition', () => {
  it('requires a source for each key and filter without a column', () => {
    const plans = define(plansCopy, { sources, filters });
    const events = define({ ...eventsContract }, { sources: eventSources });
    const sessions = define({ ...eventSessionsContract }, { sources: sessionSources, filters: sessionFilters });
    expect([plans.name, events.name, sessions.name]).toEqual(['plans', 'events', 'event_sessions']);
  });

  it('reads other keys from the columns of the same name', () => {
    const categories = define({ ...categoriesContract }, {});
    expect([...categories.sources.keys()]).toEqual(
      'id type slug name description position soft_deleted_at updated_at created_at'.split(' '),
    );
    expect([...categories.sources.values()].filter(({ from }) => from !== 'column')).toEqual([]);
    expect(categories.filters.get('type')).toMatchObject({ on: 'column', name: 'type', values: categoryTypes });
    expect(categories.filters.get('soft_deleted')).toEqual({ on: 'deletion' });
  });

  it('can read a key from another column or table', () => {
    const plans = define(plansCopy, { sources: { ...sources, summary: longText(), name: column('slug') }, filters });
    expect(plans.sources.get('name')).toEqual({ from: 'column', name: 'slug' });
    expect(plans.sources.get('image')).toEqual({ from: 'json' });
    expect(plans.filters.get('group_id')).toEqual({ on: 'rows', shown: sources.groups });
  });

  it('rejects a filter by ids for a key without rows of another table', () => {
    expect(() => define(plansCopy, { sources, filters: { ...filters, group_id: idIn('category') } })).toThrow(
      'The filter group_id takes the ids that category shows, but that key does not show rows of another table.',
    );
  });
});

// Each line below an expected error contains one mistake. The functions are never called, since they would run.
export const mistakes: readonly (() => unknown)[] = [
  // @ts-expect-error a key without a column lacks a source
  () => define(plansContract, { sources: { category: sources.category, groups: sources.groups }, filters }),
  // @ts-expect-error a filter without a column lacks a source
  () => define(plansContract, { sources, filters: { group_id: filters.group_id } }),
  // @ts-expect-error a key that the contract lacks
  () => define(plansContract, { sources: { ...sources, colour: longText() }, filters }),
  // @ts-expect-error a filter that the contract lacks
  () => define(plansContract, { sources, filters: { ...filters, colour: column('slug') } }),
  // @ts-expect-error a summary where the contract has a text
  () => define(plansContract, { sources: { ...sources, name: ref(categorySummary) }, filters }),
  // @ts-expect-error a summary of another table than the foreign key refers to
  () => define(plansContract, { sources: { ...sources, category: ref(groupSummary) }, filters }),
  // @ts-expect-error a column that the table lacks
  () => define(plansContract, { sources: { ...sources, name: column('title') }, filters }),
  // @ts-expect-error a column of another type
  () => define(plansContract, { sources: { ...sources, name: column('position') }, filters }),
  // @ts-expect-error a foreign key that the table lacks
  () => define(plansContract, { sources: { ...sources, category: ref(categorySummary, 'kind_id') }, filters }),
  // @ts-expect-error a join table that the schema lacks
  () => set(groupSummary, 'plan_group', 'plan_id', 'group_id'),
  // @ts-expect-error a key that the join table lacks
  () => set(groupSummary, 'plan_groups', 'plans_id', 'group_id'),
  // @ts-expect-error a key that refers to another table than the summary's
  () => set(groupSummary, 'plan_groups', 'plan_id', 'plan_id'),
  () =>
    define(plansContract, {
      // @ts-expect-error a join table that refers to another table than the collection's
      sources: { ...sources, spaces: set(spaceSummary, 'user_spaces', 'user_id', 'space_id') },
      filters,
    }),
  // @ts-expect-error a filter by ids of a key that the contract lacks
  () => define(plansContract, { sources, filters: { ...filters, group_id: idIn('group') } }),
  // @ts-expect-error a filter on a column that the table lacks
  () => define(plansContract, { sources, filters: { ...filters, group_id: column('grup_id') } }),
  // @ts-expect-error a foreign key that the table of the rows lacks
  () => children(bookingSeat, 'bookings_id'),
  // @ts-expect-error rows whose foreign key refers to another table than the collection's
  () => define(eventsContract, { sources: { ...eventSources, prices: children(price, 'training_id') } }),
  // @ts-expect-error a foreign key that the other table lacks
  () => reverseRef(userSummary, 'members_id'),
  // @ts-expect-error a column that the other table lacks
  () => reverseRef(userSummary, 'member_id', { status: 'active' }),
  // @ts-expect-error a value that the other table's column never has
  () => reverseRef(userSummary, 'member_id', { state: 'sleeping' }),
  // @ts-expect-error a table that the foreign key of the counted rows does not refer to
  () => count('booking_seats', 'booking_id', 'prices', 'event_session_id', { state: ['confirmed'] }),
  // @ts-expect-error a foreign key that the parents of the counted rows lack
  () => count('booking_seats', 'booking_id', 'bookings', 'session_id', { state: ['confirmed'] }),
  // @ts-expect-error a value that the column of the parents never has
  () => count('booking_seats', 'booking_id', 'bookings', 'event_session_id', { state: ['sleeping'] }),
  () =>
    define(eventSessionsContract, {
      sources: {
        ...sessionSources,
        // @ts-expect-error rows whose parents belong to another table than the collection's
        seats_booked: count('booking_seats', 'booking_id', 'bookings', 'training_session_id', { state: ['confirmed'] }),
      },
      filters: sessionFilters,
    }),
  () =>
    define(eventSessionsContract, {
      // @ts-expect-error the remainder of a key that is not a number
      sources: { ...sessionSources, seats_available: remainder('seats_total', 'state') },
      filters: sessionFilters,
    }),
  // @ts-expect-error a time without bounds in the zone map
  () => zoneMap('booking_days', { keys: [], length: '24 hours', times: ['name'], values: [] }),
  // @ts-expect-error a table that the schema lacks
  () => summary('plan', RefDto),
  // @ts-expect-error a key that is not a column of the table
  () => summary('subscriptions', RefDto),
  // @ts-expect-error a summary of another table than the foreign key refers to
  () => summary('place_units', PlaceUnitSummaryDto, { place: ref(spaceSummary) }),
  // @ts-expect-error a foreign key that the table lacks
  () => summary('machines', PlaceUnitSummaryDto, { place: ref(placeSummary) }),
  // @ts-expect-error a column that the other table lacks
  () => refColumn('accreditation_id', 'accreditations', 'title'),
  () =>
    summary('member_accreditations', MemberAccreditationDto, {
      id: column('accreditation_id'),
      // @ts-expect-error a table that the foreign key does not refer to
      name: refColumn('accreditation_id', 'groups', 'name'),
    }),
  // @ts-expect-error a sort that is not a column
  () => define({ ...plansContract, sorts: ['popularity'] as const, defaultSort: 'popularity' }, { sources, filters }),
  () =>
    define(
      // @ts-expect-error a collection without a table
      collection({
        name: 'plan',
        resource: PlanDto,
        filters: PlanFiltersDto,
        sorts: [],
        defaultSort: 'created_at',
        get: true,
      }),
      { sources, filters },
    ),
];
