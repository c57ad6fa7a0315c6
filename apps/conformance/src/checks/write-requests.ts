import { askPage } from './ask-list.js';
import { onServer, type ServerCheck } from './check.js';
import { expectFaults, expectProblem, expectStatus } from './expect.js';
import { create, fullBody, patch, post, read, sceneOf, smallBody, update } from './scene.js';
import type { Row } from '../census/row.js';
import { type JsonObject, textOf, valuesAt } from '../json.js';
import { expectSame } from './shown.js';
import { isLive } from './subject.js';
import { violated } from './violation.js';

const writes = (check: Omit<ServerCheck, 'scope' | 'needs'>): ServerCheck => onServer({ ...check, needs: ['writes'] });

/** Checks of how a write is asked for, and of what is found by it afterwards. */
export const requestChecks = [
  writes({
    id: 'other-media-types-are-415',
    rules: ['WRITE-2', 'ERR-3'],
    title: 'a body of another type is 415 with Accept-Post or Accept-Patch',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const { id } = await create(trial, smallBody(scene));
      for (const type of [
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        'application/jsonx',
        'application/merge-patch+json',
      ]) {
        const exchange = await post(trial, smallBody(scene), { 'Content-Type': type });
        expectProblem(exchange, 'unsupported_media_type', `POST of ${type}`);
        expectAccepted(exchange.header('accept-post'), ['application/json'], exchange);
      }
      for (const type of ['text/plain', 'application/json-patch+json', 'application/x-www-form-urlencoded']) {
        const exchange = await patch(trial, id, { name: 'Not stored' }, { 'Content-Type': type });
        expectProblem(exchange, 'unsupported_media_type', `PATCH of ${type}`);
        expectAccepted(exchange.header('accept-patch'), ['application/json', 'application/merge-patch+json'], exchange);
      }
      expectStatus(
        await post(trial, smallBody(scene), { 'Content-Type': 'application/json; charset=utf-8' }),
        201,
        'a charset',
      );
      const { project, exchange } = await read(trial, id);
      if (project['name'] === 'Not stored') violated('nothing stored', 'the name of a refused PATCH', exchange);
    },
  }),
  writes({
    id: 'writes-take-no-query',
    rules: ['GET-3'],
    title: 'POST and PATCH refuse query parameters with 400, and nothing is stored',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const { id, tag } = await create(trial, smallBody(scene));
      const headers = { 'Content-Type': 'application/json' };
      const asks = [
        { path: '/api/v1/projects?limit=1', method: 'POST', headers, body: JSON.stringify(smallBody(scene)) },
        { path: `/api/v1/projects/${id}?limit=1`, method: 'PATCH', headers, body: '{"name":"Not stored"}' },
      ];
      for (const ask of asks) {
        const exchange = await trial.send(ask);
        expectFaults(exchange, expectProblem(exchange, 'invalid_request', `${ask.method} with a query`), [
          { parameter: 'limit' },
        ]);
      }
      const shown = await read(trial, id);
      if (shown.tag !== tag) violated('nothing stored', 'another ETag', shown.exchange);
    },
  }),
  writes({
    id: 'filters-see-what-was-written',
    rules: ['WRITE-9', 'FILT-1', 'FILT-4'],
    title: 'a written project is found by each of its values at once, and no longer by the ones that it lost',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const { id } = await create(trial, { ...fullBody(scene), publication_state: 'published' });
      const finds = async (filter: string, found: boolean): Promise<void> => {
        const page = await askPage(trial, '/api/v1/projects', `filters[id][in]=${id}&${filter}`);
        if ((page.rows.length === 1) !== found)
          violated(
            found ? `the project by ${filter}` : `no project by ${filter}`,
            `${page.rows.length} rows`,
            page.exchange,
          );
      };
      const [thematic, machine, member] = [scene.thematics[0], scene.machines[0], scene.members[0]];
      const filters = [
        `filters[author_id][in]=${scene.author}`,
        'filters[publication_state][in]=published',
        'filters[published_at][gte]=2000-01-01',
        ...(thematic === undefined ? [] : [`filters[thematic_id][in]=${thematic}`]),
        ...(machine === undefined ? [] : [`filters[machine_id][in]=${machine}`]),
        ...(member === undefined ? [] : [`filters[collaborator_id][in]=${member}`]),
      ];
      for (const filter of filters) await finds(filter, true);
      await update(trial, id, { thematic_ids: [], machine_ids: [], collaborator_ids: [], publication_state: 'draft' });
      for (const filter of filters.slice(1)) await finds(filter, false);
    },
  }),
  writes({
    id: 'known-references-need-not-be-live',
    rules: ['WRITE-3', 'WRITE-4'],
    title: 'a PATCH that sends a reference again which has been soft-deleted meanwhile is taken, and changes nothing',
    run: async (trial) => {
      const dead = new Set(
        (['machines', 'members', 'spaces'] as const).flatMap((name) =>
          trial.subject(name).rows.flatMap((row) => (isLive(row) ? [] : [textOf(row['id'])])),
        ),
      );
      const sent = (row: Row): JsonObject => ({
        machine_ids: valuesAt(row, 'machines[].id'),
        collaborator_ids: valuesAt(row, 'collaborators[].id'),
        space_id: valuesAt(row, 'space.id')[0] ?? null,
      });
      const found = trial.subject('projects').rows.find(
        (row) =>
          isLive(row) &&
          Object.values(sent(row))
            .flat()
            .some((id) => dead.has(textOf(id))),
      );
      const project = trial.need(found, 'needs a live project that refers to something soft-deleted');
      const before = await read(trial, textOf(project['id']));
      const after = await update(trial, before.id, sent(before.project), 'references that the project has already');
      expectSame(before.project, after.project, [], after.exchange);
    },
  }),
];

function expectAccepted(
  header: string | null,
  types: readonly string[],
  exchange: Parameters<typeof expectStatus>[0],
): void {
  const found = (header ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
    .map((type) => type.replace(/\s*;.*/, ''));
  for (const type of types)
    if (!found.includes(type)) violated(`a header that names ${type}`, header ?? 'none', exchange);
}
