import { randomUUID } from 'node:crypto';
import { type JsonObject, textOf, valuesAt, idOf, type Row } from '../../json.js';
import type { Exchange } from '../../target/exchange.js';
import { expectStatus, tokensIn } from '../assertions/answer.js';
import { expectProblem } from '../assertions/problem.js';
import { expectSameBut } from '../assertions/written-project.js';
import type { Checks } from '../context/check.js';
import { isLive } from '../context/subject.js';
import { violated } from '../context/violation.js';
import { onProjects } from '../requests/projects.js';

const form = 'application/x-www-form-urlencoded';
const otherThanPost = ['text/plain', 'application/xml', form, 'application/jsonx', 'application/merge-patch+json'];
const otherThanPatch = ['text/plain', 'application/json-patch+json', form];

function expectUnsupported(exchange: Exchange, why: string, header: string, types: readonly string[]): void {
  expectProblem(exchange, 'unsupported_media_type', why);
  const found = tokensIn(exchange, header).map((type) => type.replace(/\s*;.*/, ''));
  const absent = types.find((type) => !found.includes(type));
  if (absent !== undefined) violated(`${header} with ${absent}`, exchange.header(header) ?? 'none', exchange);
}

const referencesOf = (project: Row): JsonObject => ({
  machine_ids: valuesAt(project, 'machines[].id'),
  collaborator_ids: valuesAt(project, 'collaborators[].id'),
  space_id: valuesAt(project, 'space.id')[0] ?? null,
});

/** Checks of how a write is asked for, and of what is found by it afterwards. */
export const requestChecks: Checks = {
  'other-media-types-are-415': onProjects(['WRITE-2', 'ERR-3'], {
    title: 'a body of another type is 415 with Accept-Post or Accept-Patch',
    run: async (projects) => {
      const before = await projects.create();
      for (const type of otherThanPost) {
        const exchange = await projects.post(projects.small(), { 'Content-Type': type });
        expectUnsupported(exchange, `POST of ${type}`, 'accept-post', ['application/json']);
      }
      for (const type of otherThanPatch) {
        const exchange = await projects.patch(before.id, { name: 'Not stored' }, { 'Content-Type': type });
        const types = ['application/json', 'application/merge-patch+json'];
        expectUnsupported(exchange, `PATCH of ${type}`, 'accept-patch', types);
      }
      const headers = { 'Content-Type': 'application/json; charset=utf-8' };
      expectStatus(await projects.post(projects.small(), headers), 201, 'a charset');
      await projects.expectUnchanged(before);
    },
  }),
  'writes-take-no-query': onProjects(['GET-3'], {
    title: 'POST and PATCH refuse query parameters with 400, and nothing is stored',
    run: async (projects) => {
      const before = await projects.create();
      const post = await projects.post(projects.small(), {}, { path: '/api/v1/projects?limit=1' });
      const patch = await projects.patch(before.id, { name: 'Not stored' }, {}, '?limit=1');
      for (const exchange of [post, patch])
        expectProblem(exchange, 'invalid_request', 'a write with a query', { parameters: ['limit'] });
      await projects.expectUnchanged(before);
    },
  }),
  'filters-see-what-was-written': onProjects(['WRITE-9', 'FILT-1', 'FILT-4'], {
    title: 'a written project is found by each of its values at once, and no longer by its old ones',
    run: async (projects) => {
      const { author, thematics, machines, members } = projects.fixture;
      const { id } = await projects.create({ ...projects.full(), publication_state: 'published' });
      const expectFound = async (filter: string, rows: number): Promise<void> => {
        const page = await projects.find(`filters[id][in]=${id}&${filter}`);
        if (page.rows.length !== rows)
          violated(`${rows} projects by ${filter}`, `${page.rows.length} rows`, page.exchange);
      };
      const by = (field: string, [value]: readonly string[]): string[] =>
        value === undefined ? [] : [`filters[${field}][in]=${value}`];
      const lost = [
        'filters[publication_state][in]=published',
        'filters[published_at][gte]=2000-01-01',
        ...by('thematic_id', thematics),
        ...by('machine_id', machines),
        ...by('collaborator_id', members),
      ];
      for (const filter of [...by('author_id', [author]), ...lost]) await expectFound(filter, 1);
      const nothing = { thematic_ids: [], machine_ids: [], collaborator_ids: [] };
      await projects.update(id, { ...nothing, publication_state: 'draft' });
      for (const filter of lost) await expectFound(filter, 0);
    },
  }),
  'known-references-need-not-be-live': onProjects(['WRITE-3', 'WRITE-4'], {
    title:
      'a PATCH that sends a reference again which has been soft-deleted meanwhile is accepted, and changes nothing',
    run: async (projects) => {
      const { context } = projects;
      const referable = (['machines', 'members', 'spaces'] as const).flatMap((name) => context.subject(name).rows);
      const dead = new Set(referable.filter((row) => !isLive(row)).map(idOf));
      const refersToDead = (row: Row): boolean =>
        Object.values(referencesOf(row))
          .flat()
          .some((id) => dead.has(textOf(id)));
      const found = context.subject('projects').rows.find((row) => isLive(row) && refersToDead(row));
      const { id } = context.need(found, 'needs a live project that refers to something soft-deleted');
      const before = await projects.read(textOf(id));
      const same = referencesOf(before.project);
      const after = await projects.update(before.id, same, 'references that the project has already');
      expectSameBut([], before, after);
    },
  }),
  'writes-obey-accept': onProjects(['HTTP-4', 'ERR-4', 'WRITE-3'], {
    title: 'POST and PATCH with an Accept that rules out JSON are 406 and store nothing; wildcards get JSON',
    run: async (projects) => {
      const before = await projects.create();
      const name = `Conformance not accepted ${randomUUID()}`;
      for (const Accept of ['text/html', 'application/json;q=0']) {
        expectProblem(await projects.post(projects.small(name), { Accept }), 'not_acceptable', `POST, ${Accept}`);
        expectProblem(await projects.patch(before.id, { name }, { Accept }), 'not_acceptable', `PATCH, ${Accept}`);
      }
      await projects.expectUnchanged(before);
      await projects.expectMade(0, name, before);
      for (const Accept of ['application/*', 'text/html, */*;q=0.1'])
        expectStatus(await projects.patch(before.id, { summary: Accept }, { Accept }), 200, `PATCH, ${Accept}`);
    },
  }),
};
