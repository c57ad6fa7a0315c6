import { textOf } from '../../json.js';
import { expectEqual } from '../assertions/answer.js';
import { expectProblem } from '../assertions/problem.js';
import type { Written } from '../assertions/written-project.js';
import type { Checks } from '../context/check.js';
import { violated } from '../context/violation.js';
import { onProjects } from '../requests/projects.js';

function expectPublished({ project, exchange }: Written, state: string, publishedAt: string | null): void {
  expectEqual('publication_state', project['publication_state'], state, exchange);
  expectEqual('published_at', project['published_at'], publishedAt, exchange);
}

/** The time of a publication that has just been made: not before another time. */
function publishedAt(written: Written, since: string): string {
  const { published_at: at } = written.project;
  if (typeof at !== 'string' || at < since)
    return violated(`published_at from ${since} on`, textOf(at), written.exchange);
  expectPublished(written, 'published', at);
  return at;
}

export const publicationChecks: Checks = {
  'publication-goes-its-ways': onProjects(['WRITE-5', 'WRITE-4'], {
    title: 'the first publication sets published_at, archiving keeps it, going back to draft clears it',
    run: async (projects) => {
      const draft = await projects.create();
      expectPublished(draft, 'draft', null);
      const to = (state: string): Promise<Written> =>
        projects.update(draft.id, { publication_state: state }, `to ${state}`);
      const at = publishedAt(await to('published'), textOf(draft.project['created_at']));
      for (const state of ['published', 'archived', 'archived']) expectPublished(await to(state), state, at);
      expectPublished(await projects.update(draft.id, { summary: 'In the archive.' }), 'archived', at);
      expectPublished(await to('published'), 'published', at);
      expectPublished(await to('draft'), 'draft', null);
      expectPublished(await projects.read(draft.id), 'draft', null);
      const again = await to('published');
      if (publishedAt(again, at) === at) violated(`published_at later than ${at}`, at, again.exchange);
      publishedAt(await projects.create({ ...projects.small(), publication_state: 'published' }), at);
    },
  }),
  'other-ways-of-publication-are-409': onProjects(['WRITE-5', 'ERR-3'], {
    title: 'draft → archived and archived → draft are 409 and change nothing',
    run: async (projects) => {
      const draft = await projects.create();
      const refuse = async (project: Written, from: string, state: string): Promise<void> => {
        const exchange = await projects.patch(draft.id, { publication_state: state, summary: 'x' });
        expectProblem(exchange, 'conflict', `${from} → ${state}`);
        await projects.expectUnchanged(project);
      };
      await refuse(draft, 'draft', 'archived');
      await projects.update(draft.id, { publication_state: 'published' });
      await refuse(await projects.update(draft.id, { publication_state: 'archived' }), 'archived', 'draft');
    },
  }),
  'soft-deleted-projects-refuse-patch': onProjects(['WRITE-8', 'ERR-3'], {
    title: 'a PATCH of a soft-deleted project is 409',
    run: async (projects) => {
      const { context } = projects;
      const deleted = context.subject('projects').rows.find((row) => typeof row['soft_deleted_at'] === 'string');
      const { id, summary = null } = context.need(deleted, 'needs a soft-deleted project');
      // What it has already: a server that takes the PATCH all the same changes nothing by it.
      const exchange = await projects.patch(textOf(id), { summary });
      expectProblem(exchange, 'conflict', 'a PATCH of a soft-deleted project');
    },
  }),
};
