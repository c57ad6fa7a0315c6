import fc from 'fast-check';
import { type JsonObject, toText, valuesAt } from '../../json.js';
import { expectStatus } from '../../kit/expect.js';
import type { Checks } from '../../kit/check.js';
import { searchFor } from '../../kit/search.js';
import {
  expectSameBut,
  expectShownAs,
  keysMovedBy,
  type Written,
  type Arrangement,
  arrangedSteps,
  expectArranged,
  expectMovedByChange,
} from '../../kit/expect-project.js';
import { expectWritten, onProjects, type ProjectFixture, type Projects } from '../../kit/projects.js';

interface Model {
  now: Written;
  readonly past: string[];
}

type Match = 'none' | 'current' | 'stale';

type Move =
  | {
      readonly kind: 'patch';
      readonly body: JsonObject;
      /** The steps to send, limited to those that the project has. */
      readonly steps: Arrangement | null;
      readonly match: Match;
    }
  | { readonly kind: 'refused'; readonly body: JsonObject }
  | { readonly kind: 'get' }
  | { readonly kind: 'list' };

const allowed: Readonly<Record<string, readonly string[]>> = {
  draft: ['draft', 'published'],
  published: ['published', 'draft', 'archived'],
  archived: ['archived', 'published'],
};

function arbitraryBody({ thematics, machines, members, spaces }: ProjectFixture): fc.Arbitrary<JsonObject> {
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

function arbitraryMoves(fixture: ProjectFixture): fc.Arbitrary<Move[]> {
  const body = arbitraryBody(fixture);
  const place = fc.oneof({ weight: 2, arbitrary: fc.nat({ max: 2 }) }, fc.constantFrom('Cut', 'Sand'));
  const steps = fc.option(fc.array(place, { maxLength: 4 }));
  const match = fc.constantFrom<Match>('none', 'none', 'current', 'stale');
  return fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          kind: fc.constant('patch' as const),
          body: fc.oneof(body, fc.constant({})),
          steps,
          match,
        }),
      },
      { weight: 1, arbitrary: body.map((good): Move => ({ kind: 'refused', body: { ...good, nothing: 1 } })) },
      { weight: 1, arbitrary: fc.constant<Move>({ kind: 'get' }) },
      { weight: 1, arbitrary: fc.constant<Move>({ kind: 'list' }) },
    ),
    { minLength: 4, maxLength: 12 },
  );
}

async function apply(projects: Projects, model: Model, move: Move): Promise<void> {
  if (move.kind === 'patch') await applyPatch(projects, model, move);
  else if (move.kind === 'get') await projects.expectUnchanged(model.now);
  else if (move.kind === 'list') await projects.expectListed(model.now);
  else expectStatus(await projects.patch(model.now.id, move.body), 400, 'an unknown field');
}

async function applyPatch(
  projects: Projects,
  model: Model,
  { body: others, steps, match }: Extract<Move, { kind: 'patch' }>,
): Promise<void> {
  const before = model.now;
  const arrangement = steps && possible(steps, before);
  const body = arrangement ? { ...others, steps: arrangedSteps(arrangement, before) } : others;
  const stale = model.past.find((old) => old !== before.tag) ?? '"x"';
  const headers = match === 'none' ? {} : { 'If-Match': match === 'current' ? before.tag : stale };
  const exchange = await projects.patch(before.id, body, headers);
  const state = toText(before.project['publication_state']);
  const next = toText(body['publication_state'] ?? state);
  const expected = match === 'stale' ? 412 : allowed[state]?.includes(next) ? 200 : 409;
  expectStatus(exchange, expected, `${state} → ${next}, If-Match ${match}`);
  if (expected !== 200) return;
  model.past.push(before.tag);
  model.now = expectWritten(exchange, 200, 'a good PATCH');
  expectShownAs(body, model.now);
  expectSameBut(['updated_at', ...Object.keys(body).flatMap(keysMovedBy)], before, model.now);
  if (arrangement) expectArranged(arrangement, before, model.now);
  expectMovedByChange(before, model.now);
}

/** Omits steps that the project does not have or that are already listed. */
function possible(steps: Arrangement, { project }: Written): Arrangement {
  const count = valuesAt(project, 'steps[]').length;
  return steps.filter((step, index) => typeof step === 'string' || (step < count && steps.indexOf(step) === index));
}

const stories = 4;

export const modelChecks: Checks = {
  'projects-follow-their-model': onProjects(['WRITE-2', 'WRITE-4', 'WRITE-5', 'WRITE-6', 'WRITE-9'], {
    title: 'random sequences of changes, refusals and reads end in the state that a model predicts',
    run: async (projects) => {
      const tell = async (moves: readonly Move[]): Promise<void> => {
        const body = { ...projects.small('Conformance story'), steps: [{ title: 'Cut' }, { title: 'Fold' }] };
        const model: Model = { now: await projects.create(body), past: [] };
        for (const move of [...moves, { kind: 'get' } as const]) await apply(projects, model, move);
      };
      const limits = { runs: stories, milliseconds: 15_000 };
      await searchFor(projects.context, arbitraryMoves(projects.fixture), tell, limits);
    },
  }),
};
