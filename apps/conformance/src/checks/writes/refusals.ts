import { expectProblem } from '../assertions/problem.js';
import type { Checks } from '../context/check.js';
import { unknownId } from '../context/operations.js';
import { onProjects, refusedName } from '../requests/projects.js';
import { deadAuthors, type Refusal, refusals } from './refused-fields.js';

/** Bodies that are refused as texts: no JSON printer would write them. */
const texts: readonly (readonly [says: string, text: string, ...pointers: string[]])[] = [
  ['no JSON', 'name=a'],
  ['an empty body', ''],
  ['a body that is cut off', '{"name":"a"'],
  ['an array', '[]'],
  ['a text', '"name"'],
  ['null', 'null'],
  ['a comma too many', '{"name":"a",}'],
  ['a key twice', '{"name":"a","name":"a"}', '/name'],
  ['a key of a step twice', '{"steps":[{"title":"a","title":"b"}]}', '/steps/0/title'],
  ['a lone surrogate', '{"summary":"\\ud83d"}', '/summary'],
];

export const refusalChecks: Checks = {
  'bad-bodies-of-post-are-refused': onProjects(['WRITE-3', 'ERR-2', 'SHAPE-8'], {
    title: 'POST refuses every value outside the limits, names all errors, and stores nothing',
    run: async (projects) => {
      const name = refusedName();
      const own: Refusal[] = [
        ['archived at once', { publication_state: 'archived' }, '/publication_state'],
        ['an author that nothing is', { author_id: unknownId }, '/author_id'],
        ['an author that is null', { author_id: null }, '/author_id'],
        ['an author that is no uuid', { author_id: 'me' }, '/author_id'],
        ['an id of a step', { steps: [{ id: unknownId, title: 'a' }] }, '/steps/0/id'],
        ...deadAuthors(projects.fixture),
      ];
      for (const [says, fields, ...pointers] of [...refusals(projects.fixture), ...own]) {
        const exchange = await projects.post({ ...projects.small(name), ...fields });
        expectProblem(exchange, 'invalid_request', `POST with ${says}`, { pointers });
      }
      const empty = await projects.post({});
      expectProblem(empty, 'invalid_request', 'POST of {}', { pointers: ['/name', '/author_id'] });
      await projects.expectNoneMade(name);
    },
  }),
  'bad-bodies-of-patch-are-refused': onProjects(['WRITE-3', 'WRITE-2', 'ERR-2'], {
    title: 'PATCH refuses every value outside the limits and changes nothing, also of what was good',
    run: async (projects) => {
      const before = await projects.create(projects.full());
      const own: Refusal[] = [
        ['an author', { author_id: projects.fixture.author }, '/author_id'],
        ['an author that is null', { author_id: null }, '/author_id'],
        ['a step that nothing is', { steps: [{ id: unknownId, title: 'a' }] }, '/steps/0/id'],
      ];
      for (const [says, fields, ...pointers] of [...refusals(projects.fixture), ...own]) {
        const exchange = await projects.patch(before.id, { summary: 'Half applied', ...fields });
        expectProblem(exchange, 'invalid_request', `PATCH with ${says}`, { pointers });
      }
      await projects.expectUnchanged(before);
    },
  }),
  'bad-texts-are-refused': onProjects(['WRITE-3', 'ERR-2'], {
    title: 'broken JSON, bodies that are no object, duplicate keys and lone surrogates are 400 on POST and PATCH',
    run: async (projects) => {
      const before = await projects.create();
      for (const [says, text, ...pointers] of texts) {
        for (const exchange of [await projects.post(text), await projects.patch(before.id, text)])
          expectProblem(exchange, 'invalid_request', says, { pointers });
      }
      await projects.expectUnchanged(before);
    },
  }),
};
