import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../json.js';
import { textOf, valuesAt } from '../json.js';
import { askPage } from './ask-list.js';
import { type Check, inFamily, onServer } from './check.js';
import { expectProblem, expectStatus } from './expect.js';
import { create, fullBody, patch, post, read, sceneOf, smallBody, update } from './scene.js';
import { expectSame } from './shown.js';
import { violated } from './violation.js';

/** Checks of single writes that are easily taken for others. */
export const sentAgainChecks: readonly Check[] = inFamily('writes', [
  onServer({
    id: 'each-field-sent-again-moves-nothing',
    rules: ['WRITE-4', 'SHAPE-10'],
    needs: ['writes'],
    title: 'a PATCH of one field with the value that it has moves neither updated_at nor the ETag, whichever field',
    run: async (trial) => {
      const body = fullBody(sceneOf(trial));
      const before = await create(trial, body);
      const ids = valuesAt(before.project, 'steps[].id').map(textOf);
      const { author_id: _, ...fields } = body;
      const steps = (Array.isArray(body['steps']) ? body['steps'] : []).map((step, index) => ({
        id: ids[index] ?? '',
        title: textOf(valuesAt(step, 'title')[0]),
        description: valuesAt(step, 'description')[0] ?? null,
      }));
      const all: JsonObject = { ...fields, steps };
      for (const [field, value] of Object.entries(all)) {
        const after = await update(trial, before.id, { [field]: value }, `a PATCH of the same ${field}`);
        expectSame(before.project, after.project, [], after.exchange);
        if (after.tag !== before.tag) violated(`the ETag ${before.tag}`, after.tag, after.exchange);
      }
    },
  }),
  onServer({
    id: 'writes-obey-accept',
    rules: ['HTTP-4', 'ERR-4', 'WRITE-3'],
    needs: ['writes'],
    title: 'POST and PATCH with an Accept that rules out JSON are 406 and store nothing; wildcards get JSON',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const { id, tag, project } = await create(trial, smallBody(scene));
      const name = `Conformance not accepted ${randomUUID()}`;
      for (const Accept of ['text/html', 'application/json;q=0']) {
        expectProblem(await post(trial, smallBody(scene, name), { Accept }), 'not_acceptable', `POST, ${Accept}`);
        expectProblem(await patch(trial, id, { name }, { Accept }), 'not_acceptable', `PATCH, ${Accept}`);
      }
      const shown = await read(trial, id);
      if (shown.tag !== tag) violated('nothing stored', 'another ETag', shown.exchange);
      const since = textOf(project['created_at']);
      const page = await askPage(trial, '/api/v1/projects', `filters[created_at][gte]=${since}&limit=200`);
      if (page.rows.some((row) => row['name'] === name)) violated('nothing stored', 'a new project', page.exchange);
      for (const Accept of ['application/*', 'text/html, */*;q=0.1'])
        expectStatus(await patch(trial, id, { summary: Accept }, { Accept }), 200, `PATCH, ${Accept}`);
    },
  }),
]);
