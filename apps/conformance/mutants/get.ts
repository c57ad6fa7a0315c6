import type { CollectionName } from '@resource-catalogue/contracts';
import {
  type Behaviour,
  isDeleted,
  type JsonObject,
  objectIn,
  ProblemError,
  type Row,
  soundBehaviour as sound,
} from '@resource-catalogue/reference-server';
import { isSingle, on, withJson } from './answers.js';
import { mutantOf } from './mutant.js';

const mutant = mutantOf('get');

const notFound = (): ProblemError => new ProblemError('not_found', 'Nothing has this id.');

/** The rows of a collection are shown otherwise alone. */
const alone = (collection: CollectionName, change: (row: Row) => JsonObject): Pick<Behaviour, 'shownAlone'> => ({
  shownAlone: (row, { name }) => (name === collection ? change(row) : row),
});

/** Some rows of a collection are not found alone. */
const hidden = (collection: CollectionName, isHidden: (row: Row) => boolean): Pick<Behaviour, 'shownAlone'> =>
  alone(collection, (row) => {
    if (isHidden(row)) throw notFound();
    return row;
  });

const noParameters = 'This operation takes no parameters.';

export const getMutants = [
  mutant('bare', 'GET-1', 'a single resource stands there without data around it', () =>
    on(
      isSingle,
      withJson(({ data }) => data ?? null),
    ),
  ),
  mutant('shows-more', 'GET-1', 'a member has a phone number alone, and none in the list', {
    shownInList: (row, { name }) => (name === 'members' ? { ...row, phone: null } : row),
  }),
  mutant('stale-summary', 'GET-1', 'a machine unit alone shows its space under a former name', () =>
    alone('machine_units', (row) => ({ ...row, space: { ...objectIn(row, 'space'), name: 'Old harbour' } })),
  ),
  mutant('rounds-times', 'GET-1', 'a single booking shows its times by the second', () =>
    alone('bookings', (row) => ({ ...row, updated_at: row.updated_at.replace(/\.\d{3}/, '.000') })),
  ),
  mutant('another-row', 'GET-1', 'where two plans share a name, one of them answers for both', ({ plans }) =>
    alone('plans', (row) => plans.find(({ name }) => name === row['name']) ?? row),
  ),
  mutant('missing-on-spaces', 'GET-1', 'a single space cannot be read', {
    routeOf: (path) => (path.startsWith('/api/v1/spaces/') ? null : sound.routeOf(path)),
  }),
  mutant('on-licenses', 'GET-1', 'a single licence can be read, though the collection has no get', {
    routeOf: (path) => {
      const [, id] = /^\/api\/v1\/project_licenses\/([^/]+)$/.exec(path) ?? [];
      const route = sound.routeOf('/api/v1/project_licenses');
      return id === undefined || route === null ? sound.routeOf(path) : { ...route, kind: 'single', id };
    },
  }),
  mutant('drafts-hidden', 'GET-1', 'a training that is a draft is listed, and not found alone', () =>
    hidden('trainings', (row) => row['publication_state'] === 'draft'),
  ),
  mutant('deleted-hidden', 'GET-2', 'a place that is soft-deleted is not found', () => hidden('places', isDeleted)),
  mutant('deleted-looks-live', 'GET-2', 'a machine that is soft-deleted is shown alone without saying so', () =>
    alone('machines', (row) => ({ ...row, soft_deleted_at: null })),
  ),
  mutant('unknown-is-null', 'GET-2', 'an id that nothing has gives 200 and data null', () =>
    on(
      ({ status }, { route, request }) => status === 404 && route?.kind === 'single' && request.method === 'GET',
      ({ headers }) => ({
        status: 200,
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: Buffer.from('{"data":null}'),
      }),
    ),
  ),
  mutant('bad-id-is-404', 'GET-2', 'an id that is not a uuid is not found', {
    errorsShown: (errors) => {
      if (errors.some(({ at }) => at === 'id')) throw notFound();
      return errors;
    },
  }),
  mutant('parameters-ignored', 'GET-3', 'a single resource may be asked for with any parameter', {
    tolerates: ({ detail }) => detail === noParameters,
  }),
  mutant('list-parameters-ignored', 'GET-3', 'a get passes over the parameters of lists, and refuses others', {
    tolerates: ({ at, detail }) => detail === noParameters && ['limit', 'sort', 'cursor'].includes(at),
  }),
];
