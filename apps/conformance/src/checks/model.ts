import { publicationStates } from '@resource-catalogue/contracts';
import type { Checks } from '../kit/check.js';
import { expectStatus } from '../kit/expect.js';
import {
  type Arrangement,
  arrangeSteps,
  expectArranged,
  expectChangeVisible,
  expectSameBut,
  expectShownAs,
  keysChangedBy,
  type Written,
} from '../kit/expect-project.js';
import { pairwise } from '../kit/pairwise.js';
import { expectWritten, onProjects, type Projects } from '../kit/projects.js';
import { type JsonObject, toText, valuesAt } from '../json.js';

/** One PATCH of a sequence. */
interface Move {
  readonly change: JsonObject;
  /** The publication state to request; null for none. */
  readonly state: string | null;
  /** The steps to send, without any that the project lacks; null for none. */
  readonly steps: Arrangement | null;
  readonly match: 'none' | 'current' | 'stale';
  /** The request after the PATCH. */
  readonly then: 'nothing' | 'a get' | 'a list' | 'a rejected PATCH';
}

const allowed: Readonly<Record<string, readonly string[]>> = {
  draft: ['draft', 'published'],
  published: ['published', 'draft', 'archived'],
  archived: ['archived', 'published'],
};

/** Moves that cover every pair of their parts; each starts from the state after the previous one. */
function listMoves(projects: Projects): Move[] {
  const { spaces, licenses } = projects.fixture;
  const { author_id: _, publication_state: __, steps: ___, ...full } = projects.full();
  const others: JsonObject = { space_id: spaces[1] ?? null, license_id: licenses[1] ?? null, tags: ['Laser'] };
  const single = [full, others].flatMap((fields) =>
    Object.entries(fields).map(([field, value]) => ({ [field]: value })),
  );
  const cleared = { summary: null, description: null, external_url: null, machine_ids: [], collaborator_ids: [] };
  return pairwise<Move>(projects.context, {
    change: [{}, ...single, cleared],
    state: [null, ...publicationStates],
    steps: [null, [], [0, 1, 2], [1, 0], ['Cut', 0], [2, 'Sand', 1]],
    match: ['none', 'current', 'stale'],
    then: ['nothing', 'a get', 'a list', 'a rejected PATCH'],
  });
}

/** Sends a move, and returns the state of the project that it must lead to. */
async function make(projects: Projects, before: Written, past: Set<string>, move: Move): Promise<Written> {
  const { change, state: wanted, steps, match } = move;
  const count = valuesAt(before.project, 'steps[]').length;
  const arrangement = steps?.filter((step) => typeof step === 'string' || step < count) ?? null;
  const body: JsonObject = {
    ...change,
    ...(wanted !== null && { publication_state: wanted }),
    ...(arrangement && { steps: arrangeSteps(arrangement, before) }),
  };
  const stale = [...past].find((tag) => tag !== before.tag) ?? '"x"';
  const headers = match === 'none' ? {} : { 'If-Match': match === 'current' ? before.tag : stale };
  const exchange = await projects.patch(before.id, body, headers);
  const state = toText(before.project['publication_state']);
  const next = wanted ?? state;
  const expected = match === 'stale' ? 412 : allowed[state]?.includes(next) ? 200 : 409;
  expectStatus(exchange, expected, `${state} → ${next}, If-Match ${match}`);
  past.add(before.tag);
  if (expected !== 200) return before;
  const after = expectWritten(exchange, 200, 'a good PATCH');
  expectShownAs(body, after);
  expectSameBut(['updated_at', ...Object.keys(body).flatMap(keysChangedBy)], before, after);
  if (arrangement) expectArranged(arrangement, before, after);
  expectChangeVisible(before, after);
  return after;
}

export const modelChecks: Checks = {
  'projects-follow-the-model': onProjects(['WRITE-2', 'WRITE-4', 'WRITE-5', 'WRITE-6', 'WRITE-9'], {
    title: 'sequences of changes, rejections and reads end in the state that a model predicts',
    run: async (projects) => {
      const steps = [{ title: 'Cut' }, { title: 'Fold' }, { title: 'Sand' }];
      let now = await projects.create({ ...projects.small('Conformance story'), steps });
      const past = new Set<string>();
      for (const move of listMoves(projects)) {
        now = await make(projects, now, past, move);
        if (move.then === 'a rejected PATCH')
          expectStatus(await projects.patch(now.id, { ...move.change, nothing: 1 }), 400, 'an unknown field');
        else if (move.then === 'a list') await projects.expectListed(now);
        if (move.then === 'a get' || move.then === 'a rejected PATCH') await projects.expectUnchanged(now);
      }
      await projects.expectUnchanged(now);
    },
  }),
};
