import { randomUUID } from 'node:crypto';
import { fieldTable, maximumSlugLength, projectsContract, ProjectUpdateDto } from '@resource-catalogue/contracts';
import { expectAmong } from '../kit/request-pages.js';
import type { Checks } from '../kit/check.js';
import type { CheckContext } from '../kit/context.js';
import { describeFault, findFaults } from '../kit/documented-keys.js';
import { expectEqual, expectProblem, expectStatus } from '../kit/expect.js';
import {
  type Arrangement,
  arrangeSteps,
  expectArranged,
  expectChangeVisible,
  expectSame,
  expectShownAs,
  type Written,
} from '../kit/expect-project.js';
import { onProjects, type Projects } from '../kit/projects.js';
import { projectReferences, summarize } from '../kit/references.js';
import { isRange } from '../kit/subject.js';
import { fail } from '../kit/violation.js';
import { readId, isObject, type JsonObject, toText, valuesAt } from '../json.js';
import { filteredValues } from '../oracle.js';
import { bodyChecks } from './writes-bodies.js';
import { idempotencyChecks } from './writes-idempotency.js';
import { markdownChecks } from './writes-markdown.js';
import { publicationChecks } from './writes-publication.js';

/** Canonically equivalent texts with different code points, which the API compares (SORT-1, FILT-9). */
const composed = 'Caf\u00e9 \u00c5';
const decomposed = composed.normalize('NFD');

/** Arrangements of the steps, each applied to the result of the previous one; the project begins with three. */
const arrangements: readonly Arrangement[] = [
  ...[
    [0, 1, 2],
    [1, 0, 2],
    [2, 1, 0],
    ['Measure', 0, 1, 2],
    [3, 0, 'Sand', 2, 1],
    [4, 2, 0],
    ['Sand', 1, 'Sand'],
  ],
  ...[[], ['Cut']],
];

const defaults: JsonObject = {
  ...{ summary: null, description: null, publication_state: 'draft', published_at: null },
  ...{ space_id: null, license_id: null, thematic_ids: [], machine_ids: [], collaborator_ids: [] },
  ...{ tags: [], steps: [], external_url: null, image: null, soft_deleted_at: null },
};

/** Another value for every field that can be changed, as far as the data have one. */
const otherValues = ({ fixture: { thematics, machines, members, spaces, licenses } }: Projects): JsonObject => ({
  ...{ name: 'Conformance run, renamed', summary: 'Two sheets.', description: 'From *two* sheets.' },
  ...{ external_url: 'http://makers.example.org/', tags: ['steel', 'Plywood'], steps: [{ title: 'Only' }] },
  ...{ thematic_ids: thematics.slice(-2), machine_ids: machines.slice(-2), collaborator_ids: members.slice(-2) },
  ...{ space_id: spaces.at(-1) ?? null, license_id: licenses.at(-1) ?? null, publication_state: 'published' },
});

/** The fields of a stored project as a body for PATCH; its steps have ids. */
function fieldsAgain({ author_id: _, ...fields }: JsonObject, { project }: Written): JsonObject {
  const ids = valuesAt(project, 'steps[].id');
  const steps = valuesAt(fields, 'steps[]').map((step, index) => isObject(step) && { ...step, id: ids[index] ?? null });
  return { ...fields, steps };
}

function expectEntities(context: CheckContext, { project, exchange }: Written): void {
  for (const { key, path, target } of projectReferences) {
    const entities = new Map(context.subject(target).rows.map((row) => [readId(row), row]));
    for (const summary of valuesAt(project, path).filter(isObject)) {
      const entity = entities.get(readId(summary));
      if (entity) expectEqual(`${key} as in ${target}`, summary, summarize(entity, summary), exchange);
    }
  }
}

export const writeChecks: Checks = {
  'post-creates-a-project': onProjects(['WRITE-1'], {
    layer: 'core',
    title: 'POST creates a project that can be read',
    run: async (projects) => expectStatus(await projects.post(projects.small()), 201, 'a valid POST'),
  }),
  'post-returns-the-project': onProjects(['WRITE-1', 'SHAPE-2', 'SHAPE-3', 'HTTP-2', 'GET-1', 'WRITE-9'], {
    title: 'POST responds with 201, Location, ETag and the project, which get and list show at once',
    run: async (projects) => {
      const written = await projects.create();
      const { id, project, exchange } = written;
      const [fault] = findFaults(projectsContract.resource, project);
      if (fault) fail(...describeFault(fault), exchange);
      if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id)) fail('an id of version 7 (SHAPE-3)', id, exchange);
      expectShownAs({ ...projects.small(), ...defaults }, written);
      const location = exchange.header('location') ?? fail('a Location', 'none', exchange);
      const url = new URL(location, projects.context.target.base);
      if (!url.pathname.endsWith(`/api/v1/projects/${id}`)) fail(`Location of ${id}`, location, exchange);
      await projects.expectUnchanged(written);
      await projects.expectListed(written);
    },
  }),
  'written-projects-show-their-references': onProjects(['WRITE-1', 'SHAPE-9'], {
    title: 'a written project shows its author and all other referenced entities as in their collections',
    run: async (projects) => {
      const created = await projects.create(projects.full());
      expectShownAs(projects.full(), created);
      expectEntities(projects.context, created);
      expectEntities(projects.context, await projects.update(created.id, otherValues(projects)));
    },
  }),
  'filters-find-written-projects': onProjects(['WRITE-9', 'FILT-1', 'FILT-4'], {
    title: 'filters find a written project at once by its new values, and no longer by its old ones',
    run: async (projects) => {
      const subject = projects.context.subject('projects');
      const body = { ...projects.full(), publication_state: 'published' };
      const first = await projects.create(body);
      expectShownAs(body, first);
      const conditions = subject.filters.flatMap((filter) => {
        const { field, operators } = filter;
        const [value] = filteredValues(subject.contract, first.project, field);
        const operator = isRange(filter) ? 'gte' : operators[0];
        return operator === undefined || value === undefined || field === 'id'
          ? []
          : [{ field, operator, values: [value] }];
      });
      const expectFound = async ({ project }: Written): Promise<void> => {
        for (const condition of conditions)
          await expectAmong(projects.context, subject, [project], { conditions: [condition] });
      };
      await expectFound(first);
      const arrays = Object.entries(projects.full()).filter(([, value]) => Array.isArray(value));
      const change = { ...Object.fromEntries(arrays.map(([field]) => [field, []])), publication_state: 'draft' };
      await expectFound(await projects.update(first.id, change));
    },
  }),
  'concurrent-patches-of-different-fields': onProjects(['WRITE-2', 'WRITE-4', 'WRITE-9'], {
    title: 'of concurrent PATCHes of different fields without If-Match, none is lost',
    run: async (projects) => {
      const full = projects.full();
      const { id } = await projects.create(full);
      const fields = Object.entries(full).filter(([field]) => fieldTable(ProjectUpdateDto).has(field));
      const changed = otherValues(projects);
      for (const round of [changed, Object.fromEntries(fields), changed]) {
        const patches = Object.entries(round).map(([field, value]) => projects.patch(id, { [field]: value }));
        for (const exchange of await Promise.all(patches))
          expectStatus(exchange, 200, 'each of several PATCHes of different fields');
        expectShownAs(round, await projects.read(id));
      }
    },
  }),
  'patch-without-change-keeps-the-etag': onProjects(['WRITE-4', 'WRITE-3', 'SHAPE-10'], {
    title:
      'a PATCH of the current values changes neither updated_at nor the ETag; one of equivalent texts changes both',
    run: async (projects) => {
      const texts = { name: composed, summary: composed, description: composed, tags: [composed] };
      const body = { ...projects.full(), ...texts };
      let now = await projects.create(body);
      const turned = Object.keys(body).filter((field) => field.endsWith('_ids'));
      for (const same of [
        {},
        { name: ` ${composed} `, summary: composed },
        ...turned.map((field) => ({ [field]: valuesAt(body, `${field}[]`).reverse() })),
        ...Object.entries(fieldsAgain(body, now)).map(([field, value]) => ({ [field]: value })),
      ])
        expectSame(now, await projects.update(now.id, same, `a PATCH of the same ${Object.keys(same).join(', ')}`));
      for (const field of Object.keys(texts)) {
        const change = { [field]: field === 'tags' ? [decomposed] : decomposed };
        const after = await projects.update(now.id, change, `a PATCH of the ${field}, decomposed`);
        expectShownAs(change, after);
        expectChangeVisible(now, after);
        now = after;
      }
      await projects.expectUnchanged(now);
    },
  }),
  'steps-can-be-rearranged': onProjects(['WRITE-2', 'WRITE-3', 'WRITE-4', 'SHAPE-10', 'SHAPE-7'], {
    title: 'a PATCH keeps, adds, drops and reorders steps; the id of a removed step is rejected',
    run: async (projects) => {
      let before = await projects.create(projects.full());
      const [removed = null] = valuesAt(before.project, 'steps[].id');
      for (const arrangement of arrangements) {
        const steps = arrangeSteps(arrangement, before);
        const after = await projects.update(before.id, { steps }, `steps arranged as ${JSON.stringify(arrangement)}`);
        expectShownAs({ steps }, after);
        expectArranged(arrangement, before, after);
        expectChangeVisible(before, after);
        before = after;
      }
      const again = await projects.patch(before.id, { steps: [{ id: removed, title: 'a' }] });
      expectProblem(again, 'invalid_request', 'a step that was removed', { pointers: ['/steps/0/id'] });
      await projects.expectUnchanged(before);
    },
  }),
  ...bodyChecks,
  'slugs-are-made-unique': onProjects(['WRITE-1', 'WRITE-3', 'SHAPE-2'], {
    title: 'slugs are valid, numbered from 2 if taken, unique within 100 characters, and do not change with the name',
    run: async (projects) => {
      const seen: string[] = [];
      const [name, long] = [`Conformance ${randomUUID()}`, 'n'.repeat(200)];
      for (const one of [name, name, name, '折りたたみ椅子', '!!!', '🛠', long, long]) {
        const { id, project, exchange } = await projects.create(projects.small(one));
        const slug = toText(project['slug']);
        if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > maximumSlugLength)
          fail('a slug like a-b-1 of at most 100 characters', slug, exchange);
        if (seen.includes(slug)) fail('a unique slug', slug, exchange);
        if (one === name && seen.length > 0) expectEqual('the slug', slug, `${seen[0]}-${seen.length + 1}`, exchange);
        if (!/[a-z0-9]/i.test(one) && !/^project(-\d+)?$/.test(slug))
          fail(`the slug project for ${one}`, slug, exchange);
        seen.push(slug);
        const renamed = await projects.update(id, { name: `${name}, renamed` });
        expectEqual('the slug after a new name', renamed.project['slug'], slug, renamed.exchange);
      }
    },
  }),
  ...publicationChecks,
  ...markdownChecks,
  ...idempotencyChecks,
};
