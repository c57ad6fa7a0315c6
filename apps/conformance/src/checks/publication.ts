import { textOf } from '../json.js';
import { onServer } from './check.js';
import { expectProblem } from './expect.js';
import { create, patch, read, sceneOf, smallBody, update, type Written } from './scene.js';
import { violated } from './violation.js';

function expectPublished({ project, exchange }: Written, state: string, publishedAt: string | null | undefined): void {
  if (project['publication_state'] !== state)
    violated(`publication_state ${state}`, textOf(project['publication_state']), exchange);
  const found = project['published_at'];
  if (publishedAt === undefined && typeof found !== 'string')
    violated('published_at that is set', textOf(found), exchange);
  if (publishedAt !== undefined && found !== publishedAt)
    violated(`published_at of ${publishedAt}`, textOf(found), exchange);
}

export const publicationChecks = [
  onServer({
    id: 'publication-goes-its-ways',
    rules: ['WRITE-5', 'WRITE-4'],
    needs: ['writes'],
    title: 'the first publication sets published_at, archiving keeps it, going back to draft clears it',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const draft = await create(trial, smallBody(scene));
      expectPublished(draft, 'draft', null);
      const to = (state: string): Promise<Written> =>
        update(trial, draft.id, { publication_state: state }, `to ${state}`);
      const first = await to('published');
      expectPublished(first, 'published', undefined);
      const at = textOf(first.project['published_at']);
      if (at < textOf(draft.project['created_at'])) violated('published_at of now', at, first.exchange);
      expectPublished(await to('published'), 'published', at);
      expectPublished(await to('archived'), 'archived', at);
      expectPublished(await to('archived'), 'archived', at);
      expectPublished(await update(trial, draft.id, { summary: 'In the archive.' }), 'archived', at);
      expectPublished(await to('published'), 'published', at);
      expectPublished(await to('draft'), 'draft', null);
      expectPublished(await read(trial, draft.id), 'draft', null);
      const again = await to('published');
      expectPublished(again, 'published', undefined);
      if (textOf(again.project['published_at']) <= at)
        violated(`published_at later than ${at}`, textOf(again.project['published_at']), again.exchange);
      expectPublished(
        await create(trial, { ...smallBody(scene), publication_state: 'published' }),
        'published',
        undefined,
      );
    },
  }),
  onServer({
    id: 'other-ways-of-publication-are-409',
    rules: ['WRITE-5', 'ERR-3'],
    needs: ['writes'],
    title: 'draft → archived and archived → draft are 409 and change nothing',
    run: async (trial) => {
      const { id, tag } = await create(trial, smallBody(sceneOf(trial)));
      expectProblem(
        await patch(trial, id, { publication_state: 'archived', summary: 'x' }),
        'conflict',
        'draft → archived',
      );
      const shown = await read(trial, id);
      if (shown.tag !== tag) violated('nothing stored', 'another ETag', shown.exchange);
      await update(trial, id, { publication_state: 'published' });
      const archived = await update(trial, id, { publication_state: 'archived' });
      expectProblem(
        await patch(trial, id, { publication_state: 'draft', summary: 'x' }),
        'conflict',
        'archived → draft',
      );
      const still = await read(trial, id);
      if (still.tag !== archived.tag) violated('nothing stored', 'another ETag', still.exchange);
    },
  }),
  onServer({
    id: 'soft-deleted-projects-refuse-patch',
    rules: ['WRITE-8', 'ERR-3'],
    needs: ['writes'],
    title: 'a PATCH of a soft-deleted project is 409',
    run: async (trial) => {
      const deleted = trial.subject('projects').rows.find((row) => typeof row['soft_deleted_at'] === 'string');
      const { id, summary = null } = trial.need(deleted, 'needs a soft-deleted project');
      // What it has already: a server that takes the PATCH all the same changes nothing by it.
      expectProblem(await patch(trial, textOf(id), { summary }), 'conflict', 'a PATCH of a soft-deleted project');
    },
  }),
];
