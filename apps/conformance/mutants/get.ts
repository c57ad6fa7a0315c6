import type { CollectionName } from '@resource-catalogue/contracts';
import {
  isDeleted,
  type JsonObject,
  objectIn,
  ProblemError,
  type Row,
  soundBehaviour as sound,
} from '@resource-catalogue/reference-server';
import { isSingle, on, withJson } from './answers.js';
import { type Change, makeMutants } from './mutant.js';

const notFound = (): ProblemError => new ProblemError('not_found', 'No resource has this id.');

/** Changes how a single get shows the rows of a collection. */
const alone = (collection: CollectionName, change: (row: Row) => JsonObject): Change => ({
  shownAlone: (row, { name }) => (name === collection ? change(row) : row),
});

const hidden = (collection: CollectionName, isHidden: (row: Row) => boolean): Change =>
  alone(collection, (row) => {
    if (isHidden(row)) throw notFound();
    return row;
  });

const noParameters = 'This operation takes no parameters.';

export const getMutants = makeMutants('get', {
  'GET-1': {
    'bare: a single resource is not wrapped in data': on(
      isSingle,
      withJson(({ data }) => data ?? null),
    ),
    'shows-more: lists show the phone of members as null': {
      shownInList: (row, { name }) => (name === 'members' ? { ...row, phone: null } : row),
    },
    'stale-summary: a machine unit shows a former name of its space in a get': alone('machine_units', (row) => ({
      ...row,
      space: { ...objectIn(row, 'space'), name: 'Old harbour' },
    })),
    'rounds-times: a single booking shows updated_at in whole seconds': alone('bookings', (row) => ({
      ...row,
      updated_at: row.updated_at.replace(/\.\d{3}/, '.000'),
    })),
    'another-row: one of two plans with the same name is answered for both': ({ plans }) =>
      alone('plans', (row) => plans.find(({ name }) => name === row['name']) ?? row),
    'missing-on-spaces: a single space cannot be read': {
      routeOf: (path) => (path.startsWith('/api/v1/spaces/') ? null : sound.routeOf(path)),
    },
    'on-licenses: a single licence can be read, although the collection has no get': {
      routeOf: (path) => {
        const [, id] = /^\/api\/v1\/project_licenses\/([^/]+)$/.exec(path) ?? [];
        const route = sound.routeOf('/api/v1/project_licenses');
        return id === undefined || route === null ? sound.routeOf(path) : { ...route, kind: 'single', id };
      },
    },
    'drafts-hidden: draft trainings are not found': hidden('trainings', (row) => row['publication_state'] === 'draft'),
  },
  'GET-2': {
    'deleted-hidden: a soft-deleted place is not found': hidden('places', isDeleted),
    'deleted-looks-live: a soft-deleted machine looks live in a get': alone('machines', (row) => ({
      ...row,
      soft_deleted_at: null,
    })),
    'unknown-is-null: an unknown id is answered with 200 and data null': on(
      ({ status }, { route, request }) => status === 404 && route?.kind === 'single' && request.method === 'GET',
      ({ headers }) => ({
        status: 200,
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: Buffer.from('{"data":null}'),
      }),
    ),
    'bad-id-is-404: an id that is not a uuid is answered with 404': {
      errorsShown: (errors) => {
        if (errors.some(({ at }) => at === 'id')) throw notFound();
        return errors;
      },
    },
  },
  'GET-3': {
    'parameters-ignored: a single resource accepts any parameter': {
      tolerates: ({ detail }) => detail === noParameters,
    },
    'list-parameters-ignored: a get ignores the parameters of lists, and refuses others': {
      tolerates: ({ at, detail }) => detail === noParameters && ['limit', 'sort', 'cursor'].includes(at),
    },
  },
});
