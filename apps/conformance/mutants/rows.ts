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
import { asProblem, asking, hiding, isSingle, isList, on, shown, textAt, valueAt } from './wraps.js';

// Faults in the rows that are shown, and in single gets.

/** Shows a former text. */
const stale = (path: Parameters<typeof valueAt>[0], former = (text: string) => `Former ${text}`): Wraps =>
  textAt(path, former);

const reversed = (value: JsonValue): JsonValue => (isArray(value) ? [...value].reverse() : value);

const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

export const rowMutants = [
  ...makeMutants('reference', {
    'summaries-show-their-entities-as-they-are': {
      'rows-hidden: some machines are missing from lists, although they can be read and are referred to': hiding(
        ({ id }, { contract }) => contract.name === 'machines' && /[0-3]$/.test(id),
      ),
      'stale-machine-name: machine_units show a former name of a machine': stale('machine_units.machine.name'),
      'stale-for-some-members: some subscriptions show their member under a former family name': valueAt(
        'subscriptions.member',
        (member, { id = null }) =>
          /[0-7]$/.test(toText(id)) && isObject(member) ? { ...member, last_name: 'Formerly' } : member,
      ),
    },
    'in-and-not-in-are-sound-and-complete': {
      'deleted-is-null: a project shows no space if that space is soft-deleted': valueAt(
        'projects.space',
        (space, _, { setting }) =>
          setting.dataset.spaces.some((row) => row.id === readId(space) && isDeleted(row)) ? null : space,
      ),
    },
    'both-sides-of-a-relation-agree': {
      'one-sided-user: users never show the member that they belong to': valueAt('users.member', () => null),
    },
    'current-subscription-is-the-active-one': {
      'subscription-not-active: members never show a subscription': valueAt('members.current_subscription', () => null),
    },
    'seats-booked-counts-the-seats': {
      'seats-of-canceled: event sessions count a seat too many': shown('event_sessions', (row) => ({
        ...row,
        seats_booked: Number(row['seats_booked']) + 1,
        seats_available: Math.max(0, Number(row['seats_total']) - Number(row['seats_booked']) - 1),
      })),
    },
    'spaces-have-no-cycle': {
      'parents-in-a-circle: a space is its own parent': valueAt(
        'spaces.parent',
        (parent, { id = null, name = null }) => parent && { id, name },
      ),
    },
    'categories-are-of-the-right-type': {
      'category-of-another-type: machines have categories meant for places': valueAt(
        'machines.category',
        (category, _, { setting }) => {
          const other = setting.dataset.categories.find(({ type }) => type === 'place');
          return category && { id: other?.id ?? null, name: other?.['name'] ?? null };
        },
      ),
    },
    'slot-dates-are-local-dates': {
      'slot-dates-in-utc: the dates of a slot are in UTC, not in the time zone of the space': valueAt(
        'bookings.slots.start_date',
        (_, slot) => toText(slot['start_time']).slice(0, 10),
      ),
    },
    'an-entity-has-one-name-everywhere': {
      'groups-renamed: bookings show a former name of their group': stale('bookings.group.name'),
    },
  }),

  ...makeMutants('shape', {
    'every-sort-orders-the-rows': {
      'arrays-change-order: the plans that a machine requires are reversed in every second page': {
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
    },
    'values-have-their-types keys-of-every-server-have-their-types': {
      'no-milliseconds: times have no milliseconds': on(
        (answer, about) => isList(answer, about) || isSingle(answer, about),
        (answer) => ({
          ...answer,
          body: Buffer.from(String(answer.body).replace(instant, (time) => time.replace(/\.\d{3}/, ''))),
        }),
      ),
    },
    'rows-have-exactly-their-keys': {
      'key-missing-on-deleted: soft-deleted trainings have no image key': valueAt('trainings.image', (image, row) =>
        row['soft_deleted_at'] === null ? image : undefined,
      ),
    },
    'only-nullable-values-are-null': {
      'empty-array-is-null: empty arrays of plans are null': shown('plans', (row) =>
        Object.fromEntries(
          Object.entries(row).map(([key, value]) => [key, isArray(value) && value.length === 0 ? null : value]),
        ),
      ),
    },
    'ids-are-in-lower-case': {
      'capital-ids: the ids of categories are in upper case': textAt('categories.id', (id) => id.toUpperCase()),
    },
    'values-are-within-their-limits': {
      'image-relative: the URLs of images have no origin': textAt('machines.image.lg', (url) => new URL(url).pathname),
      'currency-in-small-letters: currencies are in lower case': textAt('plans.currency', (code) => code.toLowerCase()),
    },
    'rendered-text-is-sanitised': {
      'rendered-unsanitised: the rendered description of an event contains an event handler': textAt(
        'events.description_rendered',
        () => '<p onclick="alert(1)">All about it.</p>\n',
      ),
    },
    'enumerations-have-their-values': {
      'enum-value-unknown: a scheduled session has the state planned': textAt('training_sessions.state', (state) =>
        state === 'scheduled' ? 'planned' : state,
      ),
    },
    'rows-keep-what-their-table-says': {
      'updated-before-created: some places were updated before they were created': valueAt(
        'places.updated_at',
        (updated, { created_at: created }) => (updated === created ? '2020-01-01T00:00:00.000Z' : updated),
      ),
      'slots-unordered: slots are in reverse order': valueAt('event_sessions.slots', reversed),
      'seats-below-zero: seats_available is negative if a session is overbooked': shown('training_sessions', (row) => ({
        ...row,
        seats_available: Number(row['seats_total']) - Number(row['seats_booked']),
      })),
      'closed-with-hours: a date on which a space is closed has a time': valueAt(
        'spaces.opening_exceptions.closes_at',
        (closes) => closes ?? '12:30',
      ),
      'closed-in-part: a date on which a space has hours is closed as well': valueAt(
        'spaces.opening_exceptions.date',
        () => '2026-12-24',
      ),
    },
    'unique-values-are-unique': {
      'slugs-not-unique: places may share a slug': textAt('places.slug', (slug) => slug.replace(/-\d+$/, '')),
    },
  }),

  ...makeMutants('get', {
    'get-shows-the-row-of-the-list': {
      'rounds-times: a single booking shows updated_at in whole seconds': shown(
        'bookings',
        (row) => ({ ...row, updated_at: toText(row['updated_at']).replace(/\.\d{3}/, '.000') }),
        isSingle,
      ),
    },
    'get-answers-every-listed-row get-shows-the-row-of-the-list': {
      'another-row: one of two plans with the same name is answered for both': shown(
        'plans',
        (row, { setting }) => setting.dataset.plans.find(({ name }) => name === row['name']) ?? row,
        isSingle,
      ),
    },
    'paths-are-taken-exactly': {
      'on-licenses: a single licence can be read, although the collection has no get': {
        respond: (respond) => async (request) => {
          const [, id] = /^\/api\/v1\/project_licenses\/([^/]+)$/.exec(request.path) ?? [];
          if (id === undefined || request.method !== 'GET') return respond(request);
          return respond({ ...request, path: '/api/v1/project_licenses', rawQuery: `filters[id][in]=${id}` });
        },
      },
    },
    'get-of-nothing-is-404': {
      'parameters-ignored: a single resource accepts any parameter': asking((request) =>
        request.method === 'GET' && /^\/api\/v1\/\w+\/./.test(request.path) ? { ...request, rawQuery: '' } : request,
      ),
      'bad-id-is-404: an id that is not a uuid is answered with 404': on(
        ({ status, body }) => status === 400 && String(body).includes('"parameter":"id"'),
        asProblem('not_found'),
      ),
      'unknown-is-null: an unknown id is answered with 200 and data null': on(
        ({ status }, { route, request }) => status === 404 && route?.kind === 'single' && request.method === 'GET',
        ({ headers }) => ({
          status: 200,
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: Buffer.from('{"data":null}'),
        }),
      ),
    },
  }),
] as const;
