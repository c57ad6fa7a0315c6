import { randomUUID } from 'node:crypto';
import { fieldTable, projectsContract, ProjectUpdateDto } from '@resource-catalogue/contracts';
import { readId, isObject, type Json, type JsonObject, toText, valuesAt } from '../json.js';
import { expectEqual, expectStatus } from '../kit/expect.js';
import { projectReferences } from '../kit/references.js';
import { describeFault, faultsOf } from '../kit/documented-keys.js';
import { expectSame, expectSameBut, expectShownAs, keysMovedBy, type Written } from '../kit/expect-project.js';
import type { CheckContext } from '../kit/context.js';
import type { Checks } from '../kit/check.js';
import { violated } from '../kit/violation.js';
import { ifAny, onProjects, type Projects } from '../kit/projects.js';
import { canonicalTwinChecks } from './writes-canonical-twins.js';
import { bodyChecks } from './writes-bodies.js';
import { stepChecks } from './writes-steps.js';
import { idempotencyChecks } from './writes-idempotency.js';
import { markdownChecks } from './writes-markdown.js';
import { preconditionChecks, publicationChecks, requestChecks } from './writes-publication.js';

const pattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const name = 'Conformance slug';
const long = 'n'.repeat(200);

const defaults: JsonObject = {
  ...{ summary: null, description: null, publication_state: 'draft', published_at: null },
  ...{ space_id: null, license_id: null, thematic_ids: [], machine_ids: [], collaborator_ids: [] },
  ...{ tags: [], steps: [], external_url: null, image: null, soft_deleted_at: null },
};

function expectChangedBy(change: JsonObject, before: Written, after: Written): void {
  expectShownAs(change, after);
  expectSameBut(['updated_at', ...Object.keys(change).flatMap(keysMovedBy)], before, after);
}

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
      const shown = Object.fromEntries(Object.keys(summary).map((name) => [name, entity?.[name] ?? null]));
      if (entity) expectEqual(`${key} as in ${target}`, summary, shown, exchange);
    }
  }
}

export const writeChecks: Checks = {
  'post-creates-a-project': onProjects(['WRITE-1'], {
    layer: 'seed',
    title: 'POST creates a project that can be read',
    run: async (projects) => expectStatus(await projects.post(projects.small()), 201, 'a good POST'),
  }),
  'post-answers-with-the-project': onProjects(['WRITE-1', 'SHAPE-2', 'SHAPE-3', 'HTTP-2', 'GET-1', 'WRITE-9'], {
    title: 'POST responds with 201, Location, ETag and the project, which get and list show at once',
    run: async (projects) => {
      const written = await projects.create();
      const { id, project, exchange } = written;
      const [fault] = faultsOf(projectsContract.resource, project);
      if (fault) violated(...describeFault(fault), exchange);
      if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id)) violated('an id of version 7 (SHAPE-3)', id, exchange);
      expectShownAs({ ...projects.small(), ...defaults }, written);
      const location = exchange.header('location') ?? violated('a Location', 'none', exchange);
      const url = new URL(location, projects.context.target.base);
      if (!url.pathname.endsWith(`/api/v1/projects/${id}`)) violated(`Location of ${id}`, location, exchange);
      await projects.expectUnchanged(written);
      await projects.expectListed(written);
    },
  }),
  'written-projects-show-what-they-refer-to': onProjects(['WRITE-1', 'SHAPE-9'], {
    title: 'a written project shows its author and all other referenced entities as in their collections',
    run: async (projects) => {
      const created = await projects.create(projects.full());
      expectShownAs(projects.full(), created);
      expectEntities(projects.context, created);
      const { thematics, machines, members, spaces } = projects.fixture;
      const others = {
        thematic_ids: thematics.slice(-2),
        machine_ids: machines.slice(-2),
        collaborator_ids: members.slice(-2),
      };
      expectEntities(
        projects.context,
        await projects.update(created.id, { ...others, space_id: spaces.at(-1) ?? null }),
      );
    },
  }),
  'patch-changes-what-it-names': onProjects(['WRITE-1', 'WRITE-2', 'WRITE-4', 'SHAPE-7'], {
    title: 'PATCH changes only the given field and moves updated_at forward, and a get shows it at once',
    run: async (projects) => {
      let before = await projects.create(projects.full());
      for (const change of changes(projects)) {
        const after = await projects.update(before.id, change);
        expectChangedBy(change, before, after);
        const [was, is] = [before, after].map(({ project }) => toText(project['updated_at']));
        if ((is ?? '') <= (was ?? '')) violated(`updated_at later than ${was}`, String(is), after.exchange);
        if (after.tag === before.tag) violated('another ETag for another body', after.tag, after.exchange);
        await projects.expectUnchanged(after);
        await projects.expectListed(after);
        before = after;
      }
    },
  }),
  'patches-of-different-fields-at-once': onProjects(['WRITE-2', 'WRITE-4', 'WRITE-9'], {
    title: 'of concurrent PATCHes of different fields without If-Match, none is lost',
    run: async (projects) => {
      const full = projects.full();
      const { id } = await projects.create(full);
      const fields = Object.entries(full).filter(([field]) => fieldTable(ProjectUpdateDto).has(field));
      const changed = new Map(changes(projects).flatMap((change) => Object.entries(change)));
      const rounds = [changed, new Map(fields), changed].map((values) =>
        fields.flatMap(([field]) => (values.has(field) ? [{ [field]: values.get(field) ?? null }] : [])),
      );
      for (const round of rounds) {
        const exchanges = await Promise.all(round.map((change) => projects.patch(id, change)));
        for (const exchange of exchanges) expectStatus(exchange, 200, 'each of several PATCHes of different fields');
        expectShownAs(Object.fromEntries(round.flatMap(Object.entries<Json>)), await projects.read(id));
      }
    },
  }),
  'patch-without-change-moves-nothing': onProjects(['WRITE-4', 'SHAPE-10'], {
    title: 'a PATCH that changes nothing is a 200 and moves neither updated_at nor the ETag',
    run: async (projects) => {
      const body = projects.full();
      const before = await projects.create(body);
      const {
        name = '',
        summary = '',
        publication_state = '',
        tags = [],
        external_url,
        steps,
      } = fieldsAgain(body, before);
      const turned = (key: string): JsonObject => ({ [key]: valuesAt(body, `${key}[]`).reverse() });
      for (const same of [
        {},
        { name },
        { name: ` ${toText(name)} `, summary, publication_state },
        { tags, external_url: external_url ?? null },
        turned('thematic_ids'),
        turned('machine_ids'),
        turned('collaborator_ids'),
        { steps: steps ?? null },
      ])
        expectSame(before, await projects.update(before.id, same, 'a PATCH that changes nothing'));
      await projects.expectUnchanged(before);
    },
  }),
  'each-field-sent-again-moves-nothing': onProjects(['WRITE-4', 'SHAPE-10'], {
    title: 'a PATCH of any field with its current value moves neither updated_at nor the ETag',
    run: async (projects) => {
      const body = projects.full();
      const before = await projects.create(body);
      for (const [field, value] of Object.entries(fieldsAgain(body, before)))
        expectSame(before, await projects.update(before.id, { [field]: value }, `a PATCH of the same ${field}`));
    },
  }),
  ...requestChecks,
  ...bodyChecks,
  ...canonicalTwinChecks,
  ...stepChecks,
  'slugs-are-numbered-from-two': onProjects(['WRITE-1', 'WRITE-3'], {
    title: 'the second and third project with a name get the slug of the first with -2 and -3',
    run: async (projects) => {
      const body = projects.small(`Conformance ${randomUUID()}`);
      const first = await projects.create(body);
      for (const suffix of ['-2', '-3']) {
        const { project, exchange } = await projects.create(body);
        expectEqual('the slug', project['slug'], `${toText(first.project['slug'])}${suffix}`, exchange);
      }
    },
  }),
  'slugs-are-made-unique': onProjects(['WRITE-1', 'WRITE-3', 'SHAPE-2'], {
    title: 'slugs are valid, unique within 100 characters, and unchanged by a new name',
    run: async (projects) => {
      const seen = new Set<string>();
      for (const one of [name, name, name, '折りたたみ椅子', '!!!', '🛠', long, long]) {
        const { id, project, exchange } = await projects.create(projects.small(one));
        const slug = toText(project['slug']);
        if (!pattern.test(slug) || slug.length > 100)
          violated('a slug like a-b-1 of at most 100 characters', slug, exchange);
        if (seen.has(slug)) violated('a unique slug', slug, exchange);
        if (!/[a-z0-9]/i.test(one) && !/^project(-\d+)?$/.test(slug))
          violated(`the slug project for ${one}`, slug, exchange);
        seen.add(slug);
        const renamed = await projects.update(id, { name: `${name}, renamed` });
        expectEqual('the slug after a new name', renamed.project['slug'], slug, renamed.exchange);
      }
    },
  }),
  ...publicationChecks,
  ...markdownChecks,
  ...preconditionChecks,
  ...idempotencyChecks,
};

function changes({ fixture: { thematics, machines, members, spaces, licenses } }: Projects): JsonObject[] {
  return [
    { name: 'Conformance run, renamed' },
    { summary: 'Two sheets.' },
    { description: 'From *two* sheets.' },
    { external_url: 'http://makers.example.org/' },
    { tags: ['steel', 'Plywood'] },
    { tags: ['Plywood', 'steel'] },
    { steps: [{ title: 'Only' }] },
    ...ifAny<JsonObject>(thematics[3], (id) => ({ thematic_ids: [id] })),
    ...ifAny<JsonObject>(machines[3], (id) => ({ machine_ids: [id, machines[0] ?? ''] })),
    ...ifAny<JsonObject>(members[3], (id) => ({ collaborator_ids: [id] })),
    ...ifAny<JsonObject>(spaces[1], (id) => ({ space_id: id })),
    ...ifAny<JsonObject>(licenses[1], (id) => ({ license_id: id })),
    { publication_state: 'published' },
  ];
}
