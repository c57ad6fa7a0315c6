import fc from 'fast-check';
import { isObject, type JsonObject, sameJson, textOf } from '../json.js';
import { askPage } from './ask-list.js';
import { inFamily, onServer } from './check.js';
import { create, patch, read, type Scene, sceneOf, smallBody, type Written } from './scene.js';
import { searchFor } from './search.js';
import { expectShownAs } from './shown.js';
import type { Trial } from './trial.js';
import { violated } from './violation.js';

/** What the model knows of its project: what a get must show, and the tags that it has had. */
interface Model {
  now: Written;
  readonly past: string[];
}

/** A step of a story. */
type Move =
  | { readonly kind: 'patch'; readonly body: JsonObject; readonly match: 'none' | 'current' | 'stale' }
  | { readonly kind: 'refused'; readonly body: JsonObject }
  | { readonly kind: 'get' }
  | { readonly kind: 'list' };

const allowed: Readonly<Record<string, readonly string[]>> = {
  draft: ['draft', 'published'],
  published: ['published', 'draft', 'archived'],
  archived: ['archived', 'published'],
};

function bodyOf({ thematics, machines, members, spaces }: Scene): fc.Arbitrary<JsonObject> {
  const some = (ids: readonly string[]): fc.Arbitrary<string[]> =>
    ids.length === 0 ? fc.constant([]) : fc.uniqueArray(fc.constantFrom(...ids.slice(0, 8)), { maxLength: 3 });
  const text = fc.constantFrom('a', 'Two sheets.', 'Ünïcödé 🛠', '**bold**');
  return fc.record<JsonObject>(
    {
      name: text,
      summary: fc.option(text),
      description: fc.option(text),
      publication_state: fc.constantFrom('draft', 'published', 'archived'),
      space_id: spaces.length === 0 ? fc.constant(null) : fc.option(fc.constantFrom(...spaces.slice(0, 5))),
      thematic_ids: some(thematics),
      machine_ids: some(machines),
      collaborator_ids: some(members),
      tags: fc.uniqueArray(fc.constantFrom('steel', 'wood', 'Laser'), { maxLength: 3 }),
      external_url: fc.option(fc.constant('https://a.example/')),
    },
    { requiredKeys: [] },
  );
}

function movesOf(scene: Scene): fc.Arbitrary<Move[]> {
  const body = bodyOf(scene);
  const match = fc.constantFrom('none' as const, 'none' as const, 'current' as const, 'stale' as const);
  return fc.array(
    fc.oneof(
      { weight: 5, arbitrary: fc.record({ kind: fc.constant('patch' as const), body, match }) },
      { weight: 1, arbitrary: body.map((good): Move => ({ kind: 'refused', body: { ...good, nothing: 1 } })) },
      { weight: 1, arbitrary: fc.constant<Move>({ kind: 'get' }) },
      { weight: 1, arbitrary: fc.constant<Move>({ kind: 'list' }) },
    ),
    { minLength: 4, maxLength: 12 },
  );
}

async function apply(trial: Trial, model: Model, move: Move): Promise<void> {
  const { id } = model.now;
  switch (move.kind) {
    case 'patch':
      await applyPatch(trial, model, move.body, move.match);
      return;
    case 'refused': {
      const exchange = await patch(trial, id, move.body);
      if (exchange.status !== 400) violated('400 for an unknown field', String(exchange.status), exchange);
      return;
    }
    case 'get': {
      const shown = await read(trial, id);
      if (!sameJson(shown.project, model.now.project))
        violated('the project as it was last answered', 'another one', shown.exchange);
      if (shown.tag !== model.now.tag) violated(`the ETag ${model.now.tag}`, shown.tag, shown.exchange);
      return;
    }
    case 'list': {
      const page = await askPage(trial, '/api/v1/projects', `filters[id][in]=${id}`);
      if (!sameJson(page.rows[0], model.now.project))
        violated('the project as it was last answered', 'another one', page.exchange);
    }
  }
}

async function applyPatch(
  trial: Trial,
  model: Model,
  body: JsonObject,
  match: 'none' | 'current' | 'stale',
): Promise<void> {
  const { id, tag, project } = model.now;
  const stale = model.past.find((old) => old !== tag) ?? '"x"';
  const headers = match === 'none' ? {} : { 'If-Match': match === 'current' ? tag : stale };
  const exchange = await patch(trial, id, body, headers);
  const next = textOf(body['publication_state'] ?? project['publication_state']);
  const isAllowed = allowed[textOf(project['publication_state'])]?.includes(next) ?? false;
  const expected = match === 'stale' ? 412 : isAllowed ? 200 : 409;
  if (exchange.status !== expected)
    violated(
      `${expected} (${textOf(project['publication_state'])} → ${next}, If-Match ${match})`,
      String(exchange.status),
      exchange,
    );
  if (expected !== 200) return;
  const data = isObject(exchange.json) ? exchange.json['data'] : undefined;
  if (!isObject(data)) return violated('{"data": Project}', exchange.text.slice(0, 100), exchange);
  expectShownAs(body, data, exchange);
  model.past.push(tag);
  model.now = { id, tag: exchange.header('etag') ?? '', project: data, exchange };
}

const stories = 4;

export const modelChecks = inFamily('model', [
  onServer({
    id: 'projects-follow-their-model',
    rules: ['WRITE-2', 'WRITE-4', 'WRITE-5', 'WRITE-6', 'WRITE-9'],
    needs: ['writes'],
    title: 'random stories of changes, refusals and reads end as a model in memory says',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const tell = async (moves: readonly Move[]): Promise<void> => {
        const now = await create(trial, smallBody(scene, 'Conformance story'));
        const model: Model = { now, past: [] };
        for (const move of [...moves, { kind: 'get' } as const]) await apply(trial, model, move);
      };
      await searchFor(trial, movesOf(scene), tell, { runs: stories, milliseconds: 15_000 });
    },
  }),
]);
