import type { PublicationState } from '@resource-catalogue/contracts';
import fc from 'fast-check';
import { arrayOf, type JsonObject, objectOf } from '@resource-catalogue/testing/json';
import { type Entities, withIds } from './entities.js';

// What section 9 says of writes, as simple as it can be said: a project is a record, and a patch replaces entries of it.

interface Step {
  readonly id?: unknown;
  readonly title: string;
  readonly description: string | null;
}

export interface Model {
  readonly name: string;
  readonly summary: string | null;
  readonly description: string | null;
  readonly space: string | null;
  readonly license: string | null;
  readonly thematics: readonly string[];
  readonly machines: readonly string[];
  readonly collaborators: readonly string[];
  readonly tags: readonly string[];
  readonly external_url: string | null;
  readonly steps: readonly Step[];
  readonly publication_state: PublicationState;
  readonly wasPublished: boolean;
}

/** New values by the model's names; a step may keep the one that stands at a place now. */
export type Patch = Partial<Omit<Model, 'steps' | 'wasPublished'>> & {
  readonly steps?: readonly (Step & { readonly keeps: number | null })[];
};

export const emptyModel: Model = {
  ...{ name: 'Modelled', summary: null, description: null, space: null, license: null, external_url: null },
  ...{ thematics: [], machines: [], collaborators: [], tags: [], steps: [] },
  ...{ publication_state: 'draft', wasPublished: false },
};

/** Few values of each, so that many patches change nothing. */
export function patches({ spaces, licenses, thematics, machines, members }: Entities): fc.Arbitrary<Patch> {
  const some = (ids: readonly string[]) => fc.shuffledSubarray(ids.slice(0, 3));
  const step = fc.record({
    title: fc.constantFrom('Cut', 'Fold'),
    description: fc.constantFrom(null, '*how*'),
    keeps: fc.option(fc.nat(2)),
  });
  return fc.record(
    {
      name: fc.constantFrom('Modelled', 'Renamed'),
      summary: fc.constantFrom(null, '', 'In short'),
      description: fc.constantFrom(null, '**Long**', 'Long'),
      space: fc.constantFrom(null, ...spaces.slice(0, 2)),
      license: fc.constantFrom(null, ...licenses.slice(0, 2)),
      thematics: some(thematics),
      machines: some(machines),
      collaborators: some(members),
      tags: fc.constantFrom([], ['a'], ['a', 'b'], ['b', 'a']),
      external_url: fc.constantFrom(null, 'https://a.example/'),
      steps: fc.uniqueArray(step, { maxLength: 3, selector: ({ keeps }) => keeps ?? Symbol('new') }),
      publication_state: fc.constantFrom<PublicationState[]>('draft', 'published', 'archived'),
    },
    { requiredKeys: [] },
  );
}

const bodyNames: Readonly<Record<string, string>> = {
  space: 'space_id',
  license: 'license_id',
  thematics: 'thematic_ids',
  machines: 'machine_ids',
  collaborators: 'collaborator_ids',
};

/** The patch as a body, for a project whose steps stand as they do now. */
export function bodyOf(patch: Patch, steps: readonly Step[]): JsonObject {
  const entries = Object.entries({ ...patch, ...(patch.steps && { steps: stepsAfter(patch.steps, steps) }) });
  return Object.fromEntries(entries.map(([key, value]) => [bodyNames[key] ?? key, value]));
}

function stepsAfter(sent: NonNullable<Patch['steps']>, steps: readonly Step[]): Step[] {
  return sent.map(({ title, description, keeps }) => {
    const kept = keeps === null ? undefined : steps[keeps];
    return kept ? { id: kept.id, title, description } : { title, description };
  });
}

const allowed = ['draft published', 'published draft', 'published archived', 'archived published'];

export function isRefused(before: Model, { publication_state: next = before.publication_state }: Patch): boolean {
  return next !== before.publication_state && !allowed.includes(`${before.publication_state} ${next}`);
}

/** The project after the patch, and whether that is another one: steps without an id are new ones. */
export function patched(before: Model, patch: Patch): { after: Model; changed: boolean } {
  const steps = patch.steps ? stepsAfter(patch.steps, before.steps) : before.steps;
  const state = patch.publication_state ?? before.publication_state;
  const wasPublished = state !== 'draft' && (before.wasPublished || state === 'published');
  const after = { ...before, ...patch, steps, wasPublished };
  const comparable = (model: Model) => JSON.stringify(sorted(model));
  return { after, changed: comparable(after) !== comparable(before) || steps.some(({ id }) => id === undefined) };
}

function sorted(model: Model): Model {
  const of = (ids: readonly string[]) => [...ids].sort();
  return {
    ...model,
    thematics: of(model.thematics),
    machines: of(model.machines),
    collaborators: of(model.collaborators),
    steps: model.steps.map(({ id, title, description }) => ({ id, title, description })),
  };
}

/** A project as an answer shows it, as a model. */
export function modelIn(project: unknown): unknown {
  const shown = withIds(project);
  const entries = Object.keys(emptyModel).map((key) => [key, shown[key]]);
  const steps = arrayOf(shown['steps']).map(objectOf);
  return {
    ...Object.fromEntries(entries),
    steps: steps.map(({ id, title, description }) => ({ id, title, description })),
    wasPublished: shown['published_at'] !== null,
  };
}

/** The model with the ids that new steps were given. */
export function expectedOf(after: Model, project: unknown): Model {
  const shown = arrayOf(objectOf(project)['steps']).map(objectOf);
  const steps = after.steps.map((step, index) => ({ ...step, id: step.id ?? shown[index]?.['id'] }));
  return sorted({ ...after, steps });
}
