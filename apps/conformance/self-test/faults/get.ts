import { ask, dataOf, idsOf, jsonOf, rows, same } from '../probe/ask.js';
import { isObject, type JsonObject, textOf } from '../server/json.js';
import { isDeleted } from '../server/list/filtering.js';
import { Refusal } from '../server/refusal.js';
import type { SelfTestServer } from '../server/start.js';
import { answering, ofSingle, withJson } from './alterations.js';
import type { Fault } from './fault.js';

const unknown = '00000000-0000-7000-8000-000000000000';

/** The status of reading a row of the list. */
async function statusOf(
  server: SelfTestServer,
  collection: string,
  found: (row: JsonObject) => boolean,
): Promise<number> {
  const row = (await rows(server, collection, 'limit=200')).find(found);
  return (await ask(server, `/api/v1/${collection}/${textOf(row?.['id'])}`)).status;
}

async function isOtherThanListed(server: SelfTestServer, collection: string): Promise<boolean> {
  for (const row of (await rows(server, collection, 'limit=200')).slice(0, 40)) {
    if (!same(row, dataOf(await ask(server, `/api/v1/${collection}/${textOf(row['id'])}`)))) return true;
  }
  return false;
}

export const getFaults = [
  {
    id: 'get-bare',
    family: 'get',
    rule: 'GET-1',
    summary: 'a single resource stands there without data around it',
    behaviour: () => answering(ofSingle, (answer) => withJson(answer, ({ data }) => data ?? null)),
    probe: async (server) => {
      const [id = ''] = idsOf(await rows(server, 'plans', 'limit=1'));
      return !('data' in jsonOf(await ask(server, `/api/v1/plans/${id}`)));
    },
  },
  {
    id: 'get-shows-more',
    family: 'get',
    rule: 'GET-1',
    summary: 'a member has a phone number alone, and none in the list',
    behaviour: (sound) => ({
      shownInList: (row, contract) =>
        contract.name === 'members' ? { ...row, phone: null } : sound.shownInList(row, contract),
    }),
    probe: (server) => isOtherThanListed(server, 'members'),
  },
  {
    id: 'get-stale-summary',
    family: 'get',
    rule: 'GET-1',
    summary: 'a machine unit alone shows its space under a former name',
    behaviour: (sound) => ({
      shownAlone: (row, contract) =>
        contract.name === 'machine_units' && isObject(row['space'])
          ? { ...row, space: { ...row['space'], name: 'Old harbour' } }
          : sound.shownAlone(row, contract),
    }),
    probe: (server) => isOtherThanListed(server, 'machine_units'),
  },
  {
    id: 'get-rounds-times',
    family: 'get',
    rule: 'GET-1',
    summary: 'a single booking shows its times by the second',
    behaviour: (sound) => ({
      shownAlone: (row, contract) =>
        contract.name === 'bookings'
          ? { ...row, updated_at: row.updated_at.replace(/\.\d{3}/, '.000') }
          : sound.shownAlone(row, contract),
    }),
    probe: (server) => isOtherThanListed(server, 'bookings'),
  },
  {
    id: 'get-another-row',
    family: 'get',
    rule: 'GET-1',
    summary: 'where two plans share a name, one of them answers for both',
    behaviour: (sound, world) => ({
      shownAlone: (row, contract) =>
        contract.name === 'plans'
          ? (world.plans.find(({ name }) => name === row['name']) ?? row)
          : sound.shownAlone(row, contract),
    }),
    probe: (server) => isOtherThanListed(server, 'plans'),
  },
  {
    id: 'get-missing-on-spaces',
    family: 'get',
    rule: 'GET-1',
    summary: 'a single space cannot be read',
    behaviour: (sound) => ({
      routeOf: (path) => (path.startsWith('/api/v1/spaces/') ? null : sound.routeOf(path)),
    }),
    probe: async (server) => (await statusOf(server, 'spaces', () => true)) === 404,
  },
  {
    id: 'get-on-licenses',
    family: 'get',
    rule: 'GET-1',
    summary: 'a single licence can be read, though the collection has no get',
    behaviour: (sound) => ({
      routeOf: (path) => {
        const [, id] = /^\/api\/v1\/project_licenses\/([^/]+)$/.exec(path) ?? [];
        const route = sound.routeOf('/api/v1/project_licenses');
        return id === undefined || route === null ? sound.routeOf(path) : { ...route, kind: 'single', id };
      },
    }),
    probe: async (server) => (await statusOf(server, 'project_licenses', () => true)) === 200,
  },
  {
    id: 'get-drafts-hidden',
    family: 'get',
    rule: 'GET-1',
    summary: 'a training that is a draft is listed, and not found alone',
    behaviour: (sound) => ({
      shownAlone: (row, contract) => {
        if (contract.name === 'trainings' && row['publication_state'] === 'draft')
          throw new Refusal('not_found', 'Nothing has this id.');
        return sound.shownAlone(row, contract);
      },
    }),
    probe: async (server) =>
      (await statusOf(server, 'trainings', (row) => row['publication_state'] === 'draft')) === 404,
  },
  {
    id: 'get-deleted-hidden',
    family: 'get',
    rule: 'GET-2',
    summary: 'a place that is soft-deleted is not found',
    behaviour: (sound) => ({
      shownAlone: (row, contract) => {
        if (contract.name === 'places' && isDeleted(row)) throw new Refusal('not_found', 'Nothing has this id.');
        return sound.shownAlone(row, contract);
      },
    }),
    probe: async (server) => (await statusOf(server, 'places', isDeleted)) === 404,
  },
  {
    id: 'get-deleted-looks-live',
    family: 'get',
    rule: 'GET-2',
    summary: 'a machine that is soft-deleted is shown alone without saying so',
    behaviour: (sound) => ({
      shownAlone: (row, contract) =>
        contract.name === 'machines' ? { ...row, soft_deleted_at: null } : sound.shownAlone(row, contract),
    }),
    probe: (server) => isOtherThanListed(server, 'machines'),
  },
  {
    id: 'get-unknown-is-null',
    family: 'get',
    rule: 'GET-2',
    summary: 'an id that nothing has gives 200 and data null',
    behaviour: () =>
      answering(
        ({ status }, { route, request }) => status === 404 && route?.kind === 'single' && request.method === 'GET',
        (answer) => ({
          status: 200,
          headers: { ...answer.headers, 'Content-Type': 'application/json' },
          body: Buffer.from('{"data":null}'),
        }),
      ),
    probe: async (server) => (await ask(server, `/api/v1/plans/${unknown}`)).status === 200,
  },
  {
    id: 'get-bad-id-is-404',
    family: 'get',
    rule: 'GET-2',
    summary: 'an id that is not a uuid is not found',
    behaviour: () => ({
      flawsShown: (flaws) => {
        if (flaws.some(({ at }) => at === 'id')) throw new Refusal('not_found', 'Nothing has this id.');
        return flaws;
      },
    }),
    probe: async (server) => (await ask(server, '/api/v1/plans/42')).status === 404,
  },
  {
    id: 'get-parameters-ignored',
    family: 'get',
    rule: 'GET-3',
    summary: 'a single resource may be asked for with any parameter',
    behaviour: () => ({
      tolerates: ({ detail }) => detail === 'This operation takes no parameters.',
    }),
    probe: async (server) => {
      const [id = ''] = idsOf(await rows(server, 'plans', 'limit=1'));
      return (await ask(server, `/api/v1/plans/${id}?limit=1`)).status === 200;
    },
  },
  {
    id: 'get-list-parameters-ignored',
    family: 'get',
    rule: 'GET-3',
    summary: 'a get passes over the parameters of lists, and refuses others',
    behaviour: () => ({
      tolerates: ({ at, detail }) =>
        detail === 'This operation takes no parameters.' && ['limit', 'sort', 'cursor'].includes(at),
    }),
    probe: async (server) => {
      const [id = ''] = idsOf(await rows(server, 'users', 'limit=1'));
      return (await ask(server, `/api/v1/users/${id}?sort=email`)).status === 200;
    },
  },
] as const satisfies readonly Fault[];
