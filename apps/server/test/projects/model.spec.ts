import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { type JsonObject, textOf } from '@resource-catalogue/testing/json';
import { expectProblem } from '../http/support/problems.js';
import { idsOf, pages, walk } from '../support/list-page.js';
import {
  bodyOf,
  emptyModel,
  expectedOf,
  isRefused,
  type Model,
  modelIn,
  type Patch,
  patched,
  patches,
} from './support/project-model.js';
import { projectIn, workshopOn } from './support/workshop.js';

interface Known {
  readonly id: string;
  readonly tag: string;
  readonly model: Model;
  readonly updatedAt: string;
}

describe.each(databaseKinds)('projects and their model on the %s database', (kind) => {
  const workshop = workshopOn(kind);

  /** A create is a patch of the empty project. */
  async function create(patch: Patch): Promise<Known> {
    const { publication_state: state, ...rest } = patch;
    const wish = state === 'archived' ? rest : patch;
    const { after } = patched(emptyModel, wish);
    const answer = await workshop.writer.post({
      name: emptyModel.name,
      author_id: workshop.entities.author,
      ...bodyOf(wish, []),
    });
    return known(projectIn(answer, 201), answer.headers['etag'], after);
  }

  function known(project: JsonObject, tag: unknown, after: Model): Known {
    const model = expectedOf(after, project);
    expect(modelIn(project)).toEqual(model);
    return { id: textOf(project['id']), tag: textOf(tag), model, updatedAt: textOf(project['updated_at']) };
  }

  async function change(before: Known, patch: Patch, stale: boolean): Promise<Known> {
    const match = { 'if-match': stale ? '"stale"' : before.tag };
    const answer = await workshop.writer.patch(before.id, bodyOf(patch, before.model.steps), match);
    if (stale || isRefused(before.model, patch)) {
      expectProblem(answer, stale ? 'precondition_failed' : 'conflict');
      return before;
    }
    const { after, changed } = patched(before.model, patch);
    const next = known(projectIn(answer, 200), answer.headers['etag'], after);
    expect([next.updatedAt > before.updatedAt, next.tag !== before.tag]).toEqual([changed, changed]);
    return next;
  }

  it('section 9, WRITE-4 to WRITE-6: whatever is made and changed in whatever order, both agree', async () => {
    const patch = patches(workshop.entities);
    const step = fc.record({ at: fc.nat(2), patch, stale: fc.integer({ min: 0, max: 9 }).map((one) => one === 0) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(patch, { minLength: 1, maxLength: 3 }),
        fc.array(step, { maxLength: 14 }),
        async (first, steps) => {
          const projects: Known[] = [];
          for (const one of first) projects.push(await create(one));
          for (const { at, patch: next, stale } of steps) {
            const index = at % projects.length;
            const before = projects[index];
            if (before) projects[index] = await change(before, next, stale);
          }
          const ids = projects.map(({ id }) => id).join(',');
          const rows = await walk(workshop.service, 'projects', `filters[id][in]=${ids}&limit=2`);
          const byId = new Map(rows.map((row) => [row['id'], modelIn(row)]));
          expect([...byId]).toEqual(expect.arrayContaining(projects.map(({ id, model }) => [id, model])));
          expect(rows).toHaveLength(projects.length);
        },
      ),
      { numRuns: 12 },
    );
  });

  it.each(['created_at', '-created_at', 'name', '-name', 'updated_at', '-updated_at'])(
    'PAGE-4: a walk by %s meets every project that nobody touched once and in order, while others are made and changed',
    async (sort) => {
      const query = `sort=${sort}&limit=20`;
      const before = idsOf(await walk(workshop.service, 'projects', `sort=${sort}&limit=200`));
      const deleted = new Set(
        idsOf(await walk(workshop.service, 'projects', 'filters[soft_deleted][eq]=true&limit=200')),
      );
      const touchable = before.filter((id) => !deleted.has(id));
      const touched = new Set<string>();
      const met: string[] = [];
      let round = 0;
      for await (const page of pages(workshop.service, 'projects', query)) {
        met.push(...idsOf(page.rows));
        round += 1;
        const id = touchable[(round * 37) % touchable.length] ?? '';
        await workshop.writer.change(id, { name: round % 2 ? 'A first' : 'Ω last', summary: `${sort} ${round}` });
        touched.add(id);
        await workshop.writer.make({ name: `${round % 2 ? 'A' : 'z'} new ${round}` });
      }
      const untouched = (ids: readonly string[]) => ids.filter((id) => before.includes(id) && !touched.has(id));
      expect(untouched(met)).toEqual(untouched(before));
      expect(touched.size).toBeGreaterThan(5);
    },
  );
});
