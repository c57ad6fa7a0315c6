import { isDeepStrictEqual } from 'node:util';
import type {
  ProjectCreateDto,
  ProjectDto,
  ProjectStepDto,
  ProjectStepUpdateDto,
  ProjectUpdateDto,
  PublicationState,
} from '@resource-catalogue/contracts';
import type { Prisma } from '@resource-catalogue/prisma';
import { v7 as uuidV7 } from 'uuid';

/** The HTML of a Markdown text. */
type HtmlOf = (text: string) => string;

/** The row of a new project, with its slug. */
export function newProject(
  id: string,
  slug: string,
  dto: ProjectCreateDto,
  htmlOf: HtmlOf,
): Prisma.ProjectUncheckedCreateInput {
  const { name, author_id, description = null, publication_state = 'draft' } = dto;
  const now = new Date();
  return {
    id,
    author_id,
    name,
    slug,
    summary: dto.summary ?? null,
    description,
    description_rendered: description === null ? null : htmlOf(description),
    space_id: dto.space_id ?? null,
    license_id: dto.license_id ?? null,
    external_url: dto.external_url ?? null,
    tags: dto.tags ?? [],
    steps: toStoredSteps(dto.steps ?? [], htmlOf).map((step) => ({ ...step })),
    publication_state,
    published_at: publishedAt(publication_state, null, now),
    collaborators: { createMany: { data: (dto.collaborator_ids ?? []).map((member_id) => ({ member_id })) } },
    thematics: {
      createMany: { data: (dto.thematic_ids ?? []).map((project_thematic_id) => ({ project_thematic_id })) },
    },
    machines: { createMany: { data: (dto.machine_ids ?? []).map((machine_id) => ({ machine_id })) } },
    created_at: now,
    updated_at: now,
  };
}

type OwnChanges = Partial<
  Pick<ProjectDto, 'name' | 'summary' | 'external_url' | 'tags' | 'publication_state' | 'published_at'>
> &
  Pick<ProjectUpdateDto, 'space_id' | 'license_id'>;
type TextChanges = Partial<Pick<ProjectDto, 'description' | 'description_rendered' | 'steps'>>;
type SetChanges = Pick<ProjectUpdateDto, 'collaborator_ids' | 'thematic_ids' | 'machine_ids'>;

/** The new values of columns, and the new sets of references. */
export type ProjectChanges = OwnChanges & TextChanges & SetChanges & Pick<ProjectDto, 'updated_at'>;

/** WRITE-4: the real changes of a patch, ready to be stored; null if there are none. */
export function projectChanges(
  project: ProjectDto,
  patch: ProjectUpdateDto,
  htmlOf: HtmlOf,
  now: Date,
): ProjectChanges | null {
  const changes = {
    ...ownChanges(project, patch, now),
    ...textChanges(project, patch, htmlOf),
    ...setChanges(project, patch),
  };
  if (Object.keys(changes).length === 0) return null;
  // Strictly later than before, even if this clock is behind the one of the last write.
  const updated = new Date(Math.max(now.getTime(), Date.parse(project.updated_at) + 1));
  return { ...changes, updated_at: updated.toISOString() };
}

function ownChanges(project: ProjectDto, patch: ProjectUpdateDto, now: Date): OwnChanges {
  const changes: OwnChanges = {};
  if (patch.name !== undefined && patch.name !== project.name) changes.name = patch.name;
  const { summary, external_url, space, license } = project;
  const before = { summary, external_url, space_id: space?.id ?? null, license_id: license?.id ?? null };
  for (const key of ['summary', 'space_id', 'license_id', 'external_url'] as const) {
    const value = patch[key];
    if (value !== undefined && value !== before[key]) changes[key] = value;
  }
  const state = patch.publication_state;
  if (state !== undefined && state !== project.publication_state) {
    changes.publication_state = state;
    changes.published_at = publishedAt(state, project.published_at, now.toISOString());
  }
  if (patch.tags && !isDeepStrictEqual(patch.tags, project.tags)) changes.tags = patch.tags;
  return changes;
}

function textChanges(project: ProjectDto, { description, steps }: ProjectUpdateDto, htmlOf: HtmlOf): TextChanges {
  const changes: TextChanges = {};
  if (description !== undefined && description !== project.description) {
    changes.description = description;
    changes.description_rendered = description === null ? null : htmlOf(description);
  }
  const stored = steps && toStoredSteps(steps, htmlOf);
  if (stored && !sameSteps(stored, project.steps)) changes.steps = stored;
  return changes;
}

/** SHAPE-10: sets of references are sets, so another order is not a change. */
function setChanges(
  project: ProjectDto,
  { collaborator_ids, thematic_ids, machine_ids }: ProjectUpdateDto,
): SetChanges {
  const changes: SetChanges = {};
  if (collaborator_ids && !sameSet(collaborator_ids, project.collaborators))
    changes.collaborator_ids = collaborator_ids;
  if (thematic_ids && !sameSet(thematic_ids, project.thematics)) changes.thematic_ids = thematic_ids;
  if (machine_ids && !sameSet(machine_ids, project.machines)) changes.machine_ids = machine_ids;
  return changes;
}

function sameSet(ids: readonly string[], stored: readonly { readonly id: string }[]): boolean {
  return ids.length === stored.length && stored.every(({ id }) => ids.includes(id));
}

/** Section 9: the only changes of state; keeping the state is not one. */
export const nextStates: Readonly<Record<PublicationState, readonly PublicationState[]>> = {
  draft: ['published'],
  published: ['draft', 'archived'],
  archived: ['published'],
};

/** WRITE-5: set on the first publication, kept through archiving, cleared by going back to draft. */
function publishedAt<Time>(state: PublicationState, before: Time | null, now: Time): Time | null {
  return state === 'draft' ? null : (before ?? now);
}

type SentStep = Pick<ProjectStepUpdateDto, 'title'> & Partial<ProjectStepUpdateDto>;

/** The steps in their stored form: the array index becomes the position, and a step with an id keeps it. */
function toStoredSteps(sent: readonly SentStep[], htmlOf: HtmlOf): ProjectStepDto[] {
  return sent.map(({ id, title, description }, index) => ({
    id: id ?? uuidV7(),
    position: index + 1,
    title,
    description: description ?? null,
    description_rendered: description == null ? null : htmlOf(description),
  }));
}

/** Whether the steps are unchanged (WRITE-4). */
function sameSteps(left: readonly ProjectStepDto[], right: readonly ProjectStepDto[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ id, title, description }, index) => {
      const other = right[index];
      return id === other?.id && title === other.title && description === other.description;
    })
  );
}
