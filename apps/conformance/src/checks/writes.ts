import { projectsContract } from '@resource-catalogue/contracts';
import { sameJson, textOf, valuesAt } from '../json.js';
import { askPage } from './ask-list.js';
import { inFamily, onServer, type ServerCheck } from './check.js';
import { expectStatus } from './expect.js';
import { idempotencyChecks } from './idempotency.js';
import { markdownChecks } from './markdown.js';
import { preconditionChecks } from './preconditions.js';
import { publicationChecks } from './publication.js';
import { refusalChecks } from './refusals.js';
import { create, fullBody, patch, post, read, sceneOf, smallBody, update } from './scene.js';
import { expectSame, expectShownAs } from './shown.js';
import { requestChecks } from './write-requests.js';
import { slugChecks } from './slugs.js';
import { stepChecks } from './steps.js';
import { violated } from './violation.js';
import { hasType, keyFault, visit } from './visit.js';

const writes = (check: Omit<ServerCheck, 'scope' | 'needs'>): ServerCheck => onServer({ ...check, needs: ['writes'] });

const never = ['updated_at'];

export const writeChecks = inFamily('writes', [
  writes({
    id: 'post-creates-a-project',
    rules: ['WRITE-1'],
    layer: 'seed',
    title: 'POST creates a project that can be read',
    run: async (trial) => {
      const exchange = await post(trial, smallBody(sceneOf(trial)));
      expectStatus(exchange, 201, 'a good POST');
    },
  }),
  writes({
    id: 'post-answers-with-the-project',
    rules: ['WRITE-1', 'SHAPE-2', 'SHAPE-3', 'HTTP-2', 'GET-1', 'WRITE-9'],
    title: 'POST answers 201 with Location, ETag and the project, which a get and the list show at once',
    run: async (trial) => {
      const body = smallBody(sceneOf(trial));
      const { id, tag, project, exchange } = await create(trial, body);
      const fault = keyFault(projectsContract.resource, project);
      if (fault !== null) violated('the documented keys', fault, exchange);
      for (const { path, field, value } of visit(projectsContract.resource, project)) {
        if (value !== null && value !== undefined && !hasType(field, value))
          violated(`${path} of type ${field.kind}`, textOf(value), exchange);
      }
      if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id)) violated('an id of version 7 (SHAPE-3)', id, exchange);
      expectShownAs(
        { ...body, summary: null, description: null, publication_state: 'draft', published_at: null },
        project,
        exchange,
      );
      expectShownAs(
        { space_id: null, license_id: null, thematic_ids: [], machine_ids: [], collaborator_ids: [] },
        project,
        exchange,
      );
      expectShownAs({ tags: [], steps: [], external_url: null, image: null, soft_deleted_at: null }, project, exchange);
      const location = exchange.header('location') ?? violated('a Location', 'none', exchange);
      const url = new URL(location, trial.target.base);
      if (!url.pathname.endsWith(`/api/v1/projects/${id}`)) violated(`Location of ${id}`, location, exchange);
      const shown = await read(trial, id);
      if (!sameJson(shown.project, project)) violated('the project as POST answered it', 'another one', shown.exchange);
      if (shown.tag !== tag) violated(`the ETag ${tag}, which POST answered`, shown.tag, shown.exchange);
      const page = await askPage(trial, '/api/v1/projects', `filters[id][in]=${id}`);
      if (page.rows.length !== 1 || !sameJson(page.rows[0], project))
        violated('the project, once, in the list', JSON.stringify(page.rows), page.exchange);
    },
  }),
  writes({
    id: 'post-takes-every-field',
    rules: ['WRITE-1', 'WRITE-3', 'SHAPE-10'],
    title: 'POST takes every field of ProjectCreate and shows it',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const body = fullBody(scene);
      const { id, project, exchange } = await create(trial, body);
      expectShownAs(body, project, exchange);
      const shown = await read(trial, id);
      if (!sameJson(shown.project, project)) violated('the project as POST answered it', 'another one', shown.exchange);
      const upper = { ...smallBody(scene), author_id: scene.author.toUpperCase() };
      const other = await create(trial, upper, 'a uuid in upper case');
      expectShownAs({ author_id: scene.author }, other.project, other.exchange);
    },
  }),
  writes({
    id: 'limits-of-fields-are-reached',
    rules: ['WRITE-3'],
    title: 'texts are trimmed where they are, and lengths up to the limits are taken, counted in code points',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const bodies = [
        {
          name: ` \t\u3000Conformance run \n `,
          tags: ['  plywood  '],
          steps: [{ title: ' Cut ', description: ' as it is ' }],
          summary: ' as it is ',
        },
        { name: '🛠'.repeat(200), summary: '🛠'.repeat(500) },
        { name: 'x', tags: Array.from({ length: 20 }, (_, index) => `${index} ${'🛠'.repeat(46)}`) },
        {
          name: ` ${'n'.repeat(200)} `,
          steps: Array.from({ length: 100 }, (_, index) => ({ title: `Step ${index}` })),
        },
        {
          name: 'Conformance run',
          external_url: `https://a.example/${'a'.repeat(2030)}`,
          steps: [{ title: 't'.repeat(200), description: 'd'.repeat(20_000) }],
        },
        {
          name: 'Conformance run',
          description: '🛠'.repeat(100_000),
          external_url: 'http://makers.example.org:8080/a?b=c#d',
        },
        {
          name: 'Conformance run',
          thematic_ids: scene.thematics.slice(0, 10),
          machine_ids: scene.machines.slice(0, 50),
          collaborator_ids: scene.members.slice(0, 50),
        },
        {
          name: 'Conformance run',
          summary: null,
          description: null,
          space_id: null,
          license_id: null,
          external_url: null,
        },
      ];
      for (const body of bodies) {
        const { project, exchange } = await create(trial, { ...smallBody(scene), ...body }, 'a body within the limits');
        expectShownAs(body, project, exchange);
      }
    },
  }),
  writes({
    id: 'patch-changes-what-it-names',
    rules: ['WRITE-1', 'WRITE-2', 'WRITE-4', 'SHAPE-7'],
    title: 'PATCH changes the named field alone, moves updated_at forward, and a get shows it at once',
    run: async (trial) => {
      const scene = sceneOf(trial);
      let before = await create(trial, fullBody(scene));
      const changes = [
        { name: 'Conformance run, renamed' },
        { summary: 'Two sheets.' },
        { description: 'From *two* sheets.' },
        { external_url: 'http://makers.example.org/' },
        { tags: ['steel', 'Plywood'] },
        { tags: ['Plywood', 'steel'] },
        { steps: [{ title: 'Only' }] },
        ...(scene.thematics.length > 3 ? [{ thematic_ids: [scene.thematics[3] ?? ''] }] : []),
        ...(scene.machines.length > 3 ? [{ machine_ids: [scene.machines[3] ?? '', scene.machines[0] ?? ''] }] : []),
        ...(scene.members.length > 3 ? [{ collaborator_ids: [scene.members[3] ?? ''] }] : []),
        ...(scene.spaces.length > 1 ? [{ space_id: scene.spaces[1] ?? '' }] : []),
        ...(scene.licenses.length > 1 ? [{ license_id: scene.licenses[1] ?? '' }] : []),
        { publication_state: 'published' },
      ];
      for (const change of changes) {
        const after = await update(trial, before.id, change);
        expectShownAs(change, after.project, after.exchange);
        expectSame(
          before.project,
          after.project,
          [...never, ...touchedBy(Object.keys(change)[0] ?? '')],
          after.exchange,
        );
        if (textOf(after.project['updated_at']) <= textOf(before.project['updated_at'])) {
          violated(
            `updated_at later than ${textOf(before.project['updated_at'])}`,
            textOf(after.project['updated_at']),
            after.exchange,
          );
        }
        if (after.tag === before.tag) violated('another ETag for another body', after.tag, after.exchange);
        const shown = await read(trial, before.id);
        if (!sameJson(shown.project, after.project) || shown.tag !== after.tag)
          violated('the project as PATCH answered it', 'another one', shown.exchange);
        const page = await askPage(trial, '/api/v1/projects', `filters[id][in]=${before.id}`);
        if (!sameJson(page.rows[0], after.project))
          violated('the project in the list as PATCH answered it', 'another one', page.exchange);
        before = after;
      }
    },
  }),
  writes({
    id: 'null-clears-and-arrays-replace',
    rules: ['WRITE-2'],
    title: 'null clears each field that may be null, an empty array empties, and merge-patch+json is taken',
    run: async (trial) => {
      const scene = sceneOf(trial);
      let before = await create(trial, fullBody(scene));
      const clearings = [
        ...['summary', 'description', 'space_id', 'license_id', 'external_url'].map((key) => ({ [key]: null })),
        ...['thematic_ids', 'machine_ids', 'collaborator_ids', 'tags', 'steps'].map((key) => ({ [key]: [] })),
      ];
      for (const clearing of clearings) {
        const exchange = await patch(trial, before.id, clearing, { 'Content-Type': 'application/merge-patch+json' });
        expectStatus(exchange, 200, `PATCH with ${JSON.stringify(clearing)}`);
        const after = await read(trial, before.id);
        expectShownAs(clearing, after.project, exchange);
        expectSame(before.project, after.project, [...never, ...touchedBy(Object.keys(clearing)[0] ?? '')], exchange);
        before = after;
      }
    },
  }),
  writes({
    id: 'patch-without-change-moves-nothing',
    rules: ['WRITE-4', 'SHAPE-10'],
    title: 'a PATCH that changes nothing is 200 and moves neither updated_at nor the ETag',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const body = fullBody(scene);
      const before = await create(trial, body);
      const ids = valuesAt(before.project, 'steps[].id').map(textOf);
      const steps = [
        { id: ids[0] ?? '', title: 'Cut', description: 'With a *saw*.' },
        { id: ids[1] ?? '', title: 'Fold' },
        { id: ids[2] ?? '', title: 'Sand' },
      ];
      const turned = (key: string) => ({ [key]: [...(Array.isArray(body[key]) ? body[key] : [])].reverse() });
      for (const same of [
        {},
        { name: body['name'] ?? '' },
        { name: ` ${textOf(body['name'])} `, summary: 'One sheet.', publication_state: 'draft' },
        { tags: ['plywood', 'Furniture', 'a b'], external_url: 'https://makers.example.org/stool' },
        turned('thematic_ids'),
        turned('machine_ids'),
        turned('collaborator_ids'),
        { steps },
      ]) {
        const after = await update(trial, before.id, same, 'a PATCH that changes nothing');
        expectSame(before.project, after.project, [], after.exchange);
        if (after.tag !== before.tag) violated(`the ETag ${before.tag}`, after.tag, after.exchange);
      }
      const shown = await read(trial, before.id);
      expectSame(before.project, shown.project, [], shown.exchange);
    },
  }),
  ...requestChecks,
  ...refusalChecks,
  ...stepChecks,
  ...slugChecks,
  ...publicationChecks,
  ...markdownChecks,
  ...preconditionChecks,
  ...idempotencyChecks,
]);

/** What else of a project changes when a field does. */
function touchedBy(field: string): string[] {
  const key = {
    space_id: 'space',
    license_id: 'license',
    thematic_ids: 'thematics',
    machine_ids: 'machines',
    collaborator_ids: 'collaborators',
  }[field];
  if (key !== undefined) return [key];
  if (field === 'description') return ['description', 'description_rendered'];
  return field === 'publication_state' ? ['publication_state', 'published_at'] : [field];
}
