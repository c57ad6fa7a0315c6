import {
  isDeleted,
  isList as isArray,
  isObject,
  type JsonValue,
  readId,
  type Row,
  toText,
  type Wraps,
} from '@resource-catalogue/reference-server';
import { makeMutants } from './mutant.js';
import { asProblem, rewritingRequest, hiding, isSingle, isList, on, changingRows, textAt, valueAt } from './wraps.js';

// Faults in returned rows, and in single gets.

/** Replaces a text by one that it could have had before. */
const stale = (path: Parameters<typeof valueAt>[0], former = (text: string) => `Former ${text}`): Wraps =>
  textAt(path, former);

const reversed = (value: JsonValue): JsonValue => (isArray(value) ? [...value].reverse() : value);

const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

export const rowMutants = makeMutants({
  // Some machines are missing from lists, although they can be read and are referred to.
  'reference-rows-hidden by summaries-match-their-entities': hiding(
    ({ id }, { contract }) => contract.name === 'machines' && /[0-3]$/.test(id),
  ),
  'reference-stale-machine-name by summaries-match-their-entities': stale('machine_units.machine.name'),
  'reference-stale-for-some-members by summaries-match-their-entities': valueAt(
    'subscriptions.member',
    (member, { id = null }) =>
      /[0-7]$/.test(toText(id)) && isObject(member) ? { ...member, last_name: 'Formerly' } : member,
  ),
  // A project shows no space if that space is soft-deleted.
  'reference-deleted-is-null by in-and-not-in-are-sound-and-complete': valueAt(
    'projects.space',
    (space, _, { setting }) =>
      setting.dataset.spaces.some((row) => row.id === readId(space) && isDeleted(row)) ? null : space,
  ),
  'reference-one-sided-user by both-sides-of-a-relation-agree': valueAt('users.member', () => null),
  'reference-subscription-not-active by current-subscription-is-the-active-one': valueAt(
    'members.current_subscription',
    () => null,
  ),
  // Event sessions count a seat too many.
  'reference-seats-off-by-one by seats-booked-counts-the-seats': changingRows('event_sessions', (row) => ({
    ...row,
    seats_booked: Number(row['seats_booked']) + 1,
    seats_available: Math.max(0, Number(row['seats_total']) - Number(row['seats_booked']) - 1),
  })),
  'reference-parents-form-a-cycle by spaces-have-no-cycle': valueAt(
    'spaces.parent',
    (parent, { id = null, name = null }) => parent && { id, name },
  ),
  'reference-category-of-another-type by categories-have-the-right-type': valueAt(
    'machines.category',
    (category, _, { setting }) => {
      const other = setting.dataset.categories.find(({ type }) => type === 'place');
      return category && { id: other?.id ?? null, name: other?.['name'] ?? null };
    },
  ),
  'reference-slot-dates-in-utc by slot-dates-are-local-dates': valueAt('bookings.slots.start_date', (_, slot) =>
    toText(slot['start_time']).slice(0, 10),
  ),
  'reference-groups-renamed by names-of-entities-are-consistent': stale('bookings.group.name'),
  // The plans that a machine requires are reversed in every second page.
  'shape-arrays-change-order by every-sort-orders-the-rows': {
    readPage: (read) => {
      let pages = 0;
      return (rows, query) => {
        const page = read(rows, query);
        const turned = (row: Row): Row => ({ ...row, required_plans: reversed(row['required_plans'] ?? null) });
        pages += query.contract.name === 'machines' ? 1 : 0;
        return pages % 2 === 1
          ? page
          : { ...page, rows: page.rows.map((row) => ('required_plans' in row ? turned(row) : row)) };
      };
    },
  },
  'shape-no-milliseconds by values-have-their-types required-keys-have-their-types': on(
    (response, context) => isList(response, context) || isSingle(response, context),
    (response) => ({
      ...response,
      body: Buffer.from(String(response.body).replace(instant, (time) => time.replace(/\.\d{3}/, ''))),
    }),
  ),
  'shape-key-missing-on-deleted by rows-have-exactly-the-documented-keys': valueAt('trainings.image', (image, row) =>
    row['soft_deleted_at'] === null ? image : undefined,
  ),
  'shape-empty-array-is-null by only-nullable-values-are-null': changingRows('plans', (row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, isArray(value) && value.length === 0 ? null : value]),
    ),
  ),
  'shape-capital-ids by ids-are-in-lower-case': textAt('categories.id', (id) => id.toUpperCase()),
  'shape-image-relative by values-are-within-their-limits': textAt('machines.image.lg', (url) => new URL(url).pathname),
  'shape-currency-in-lower-case by values-are-within-their-limits': textAt('plans.currency', (code) =>
    code.toLowerCase(),
  ),
  'shape-rendered-unsanitised by rendered-text-is-sanitised': textAt(
    'events.description_rendered',
    () => '<p onclick="alert(1)">All about it.</p>\n',
  ),
  'shape-enum-value-unknown by enumerations-have-documented-values': textAt('training_sessions.state', (state) =>
    state === 'scheduled' ? 'planned' : state,
  ),
  'shape-updated-before-created by rows-satisfy-their-invariants': valueAt(
    'places.updated_at',
    (updated, { created_at: created }) => (updated === created ? '2020-01-01T00:00:00.000Z' : updated),
  ),
  'shape-slots-unordered by rows-satisfy-their-invariants': valueAt('event_sessions.slots', reversed),
  'shape-seats-below-zero by rows-satisfy-their-invariants': changingRows('training_sessions', (row) => ({
    ...row,
    seats_available: Number(row['seats_total']) - Number(row['seats_booked']),
  })),
  'shape-closed-with-hours by rows-satisfy-their-invariants': valueAt(
    'spaces.opening_exceptions.closes_at',
    (closes) => closes ?? '12:30',
  ),
  'shape-closed-in-part by rows-satisfy-their-invariants': valueAt(
    'spaces.opening_exceptions.date',
    () => '2026-12-24',
  ),
  'shape-slugs-not-unique by unique-values-are-unique': textAt('places.slug', (slug) => slug.replace(/-\d+$/, '')),
  'get-rounds-times by get-returns-the-row-of-the-list': changingRows(
    'bookings',
    (row) => ({ ...row, updated_at: toText(row['updated_at']).replace(/\.\d{3}/, '.000') }),
    isSingle,
  ),
  // One of the plans with the same pricing is returned for all of them.
  'get-another-row by get-returns-every-listed-row get-returns-the-row-of-the-list': changingRows(
    'plans',
    (row, { setting }) => setting.dataset.plans.find(({ pricing }) => pricing === row['pricing']) ?? row,
    isSingle,
  ),
  // A single licence can be read, although the collection has no get.
  'get-on-licenses by paths-match-exactly': {
    respond: (respond) => async (request) => {
      const [, id] = /^\/api\/v1\/project_licenses\/([^/]+)$/.exec(request.path) ?? [];
      if (id === undefined || request.method !== 'GET') return respond(request);
      return respond({ ...request, path: '/api/v1/project_licenses', rawQuery: `filters[id][in]=${id}` });
    },
  },
  'get-of-capitals-is-404 by get-returns-the-row-of-the-list': rewritingRequest((request) => ({
    ...request,
    path: request.path.replace(/[A-F]/g, '0'),
  })),
  'get-parameters-ignored by get-of-an-unknown-id-is-404': rewritingRequest((request) =>
    request.method === 'GET' && /^\/api\/v1\/\w+\/./.test(request.path) ? { ...request, rawQuery: '' } : request,
  ),
  'get-bad-id-is-404 by get-of-an-unknown-id-is-404': on(
    ({ status, body }) => status === 400 && String(body).includes('"parameter":"id"'),
    asProblem('not_found'),
  ),
  'get-unknown-is-null by get-of-an-unknown-id-is-404': on(
    ({ status }, { route, request }) => status === 404 && route?.kind === 'single' && request.method === 'GET',
    ({ headers }) => ({
      status: 200,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: Buffer.from('{"data":null}'),
    }),
  ),
});
