import { textOf } from '../json.js';
import { randomUUID } from 'node:crypto';
import { askPage } from './ask-list.js';
import { onServer } from './check.js';
import { expectFaults, expectProblem } from './expect.js';
import { nobody } from './operations.js';
import { deadAuthors, type Refusal, refusals } from './refused-fields.js';
import { create, fullBody, patch, post, read, sceneOf, smallBody } from './scene.js';
import type { Trial } from './trial.js';
import { violated } from './violation.js';
import { expectSame } from './shown.js';

/** Bodies that are refused as texts: no JSON printer would write them. */
const texts: readonly (readonly [says: string, text: string, pointer: string])[] = [
  ['no JSON', 'name=a', ''],
  ['an empty body', '', ''],
  ['a body that is cut off', '{"name":"a"', ''],
  ['an array', '[]', ''],
  ['a text', '"name"', ''],
  ['null', 'null', ''],
  ['a comma too many', '{"name":"a",}', ''],
  ['a key twice', '{"name":"a","name":"a"}', '/name'],
  ['a key of a step twice', '{"steps":[{"title":"a","title":"b"}]}', '/steps/0/title'],
  ['a lone surrogate', '{"summary":"\\ud83d"}', '/summary'],
];

/** What is refused would be called so: it would stand at the end of all names, and so first when they are turned round. */
const refusedName = (): string => `🧿 refused ${randomUUID()}`;

async function expectNoneMade(trial: Trial, refused: string): Promise<void> {
  const page = await askPage(trial, '/api/v1/projects', 'sort=-name&limit=200');
  const made = page.rows.find((row) => row['name'] === refused);
  if (made)
    violated('nothing stored when anything is refused (WRITE-3)', `the project ${textOf(made['id'])}`, page.exchange);
}

export const refusalChecks = [
  onServer({
    id: 'bad-bodies-of-post-are-refused',
    rules: ['WRITE-3', 'ERR-2', 'SHAPE-8'],
    needs: ['writes'],
    title: 'POST refuses every value outside the limits, names all faults, and stores nothing',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const name = refusedName();
      const own: Refusal[] = [
        ['archived at once', { publication_state: 'archived' }, '/publication_state'],
        ['an author that nothing is', { author_id: nobody }, '/author_id'],
        ['an author that is null', { author_id: null }, '/author_id'],
        ['an author that is no uuid', { author_id: 'me' }, '/author_id'],
        ['an id of a step', { steps: [{ id: nobody, title: 'a' }] }, '/steps/0/id'],
        ...deadAuthors(scene),
      ];
      for (const [says, fields, ...pointers] of [...refusals(scene), ...own]) {
        const exchange = await post(trial, { ...smallBody(scene, name), ...fields });
        expectFaults(
          exchange,
          expectProblem(exchange, 'invalid_request', `POST with ${says}`),
          pointers.map((pointer) => ({ pointer })),
        );
      }
      const empty = await post(trial, {});
      expectFaults(empty, expectProblem(empty, 'invalid_request', 'POST of {}'), [
        { pointer: '/name' },
        { pointer: '/author_id' },
      ]);
      await expectNoneMade(trial, name);
    },
  }),
  onServer({
    id: 'bad-bodies-of-patch-are-refused',
    rules: ['WRITE-3', 'WRITE-2', 'ERR-2'],
    needs: ['writes'],
    title: 'PATCH refuses every value outside the limits and changes nothing, also of what was good',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const { id, tag, project } = await create(trial, fullBody(scene));
      const own: Refusal[] = [
        ['an author', { author_id: scene.author }, '/author_id'],
        ['an author that is null', { author_id: null }, '/author_id'],
        ['a step that nothing is', { steps: [{ id: nobody, title: 'a' }] }, '/steps/0/id'],
      ];
      for (const [says, fields, ...pointers] of [...refusals(scene), ...own]) {
        const exchange = await patch(trial, id, {
          ...('summary' in fields ? {} : { summary: 'Half applied' }),
          ...fields,
        });
        expectFaults(
          exchange,
          expectProblem(exchange, 'invalid_request', `PATCH with ${says}`),
          pointers.map((pointer) => ({ pointer })),
        );
      }
      const shown = await read(trial, id);
      expectSame(project, shown.project, [], shown.exchange);
      if (shown.tag !== tag) violated(`the ETag ${tag}, since nothing was stored`, shown.tag, shown.exchange);
    },
  }),
  onServer({
    id: 'bad-texts-are-refused',
    rules: ['WRITE-3', 'ERR-2'],
    needs: ['writes'],
    title: 'broken JSON, bodies that are no object, duplicate keys and lone surrogates are 400 on POST and PATCH',
    run: async (trial) => {
      const { id, tag } = await create(trial, smallBody(sceneOf(trial)));
      for (const [says, text, pointer] of texts) {
        for (const exchange of [await post(trial, text), await patch(trial, id, text)]) {
          expectFaults(exchange, expectProblem(exchange, 'invalid_request', says), pointer === '' ? [] : [{ pointer }]);
        }
      }
      const shown = await read(trial, id);
      if (shown.tag !== tag) violated('nothing stored', 'another ETag', shown.exchange);
    },
  }),
];
