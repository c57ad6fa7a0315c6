import { isDeepStrictEqual } from 'node:util';
import type {
  ProjectCreateDto,
  ProjectStepDto,
  ProjectStepUpdateDto,
  ProjectUpdateDto,
  PublicationState,
} from '@resource-catalogue/contracts';
import type { Prisma, Project } from '@resource-catalogue/prisma';
import { v7 as uuidV7 } from 'uuid';

/** The HTML of a Markdown text. */
type HtmlOf = (text: string) => string;

/** A project as stored, with the values that a write compares. */
export interface StoredProject extends Omit<Project, 'steps' | 'tags'> {
  readonly steps: readonly ProjectStepDto[];
  readonly tags: readonly string[];
  /** Null if the write does not name the set and so does not compare it. */
  readonly collaborator_ids: readonly string[] | null;
  readonly thematic_ids: readonly string[] | null;
  readonly machine_ids: readonly string[] | null;
}

/** One statement after another: Prisma reads included relations in parallel, which one connection cannot do. */
export async function storedProject(
  transaction: Prisma.TransactionClient,
  row: Project,
  sent: Readonly<Record<string, unknown>>,
): Promise<StoredProject> {
  const where = { project_id: row.id };
  const collaborators = sent['collaborator_ids'] ? await transaction.projectCollaborator.findMany({ where }) : null;
  const thematics = sent['thematic_ids'] ? await transaction.projectProjectThematic.findMany({ where }) : null;
  const machines = sent['machine_ids'] ? await transaction.projectMachine.findMany({ where }) : null;
  return {
    ...row,
    steps: toSteps(row.steps),
    tags: Array.isArray(row.tags) ? row.tags.map(String) : [],
    collaborator_ids: collaborators?.map(({ member_id }) => member_id) ?? null,
    thematic_ids: thematics?.map(({ project_thematic_id }) => project_thematic_id) ?? null,
    machine_ids: machines?.map(({ machine_id }) => machine_id) ?? null,
  };
}

/** The rendered HTML of a project's texts, by text: equal texts are not rendered again. */
export async function readRenderings(
  prisma: Pick<Prisma.TransactionClient, 'project'>,
  id: string | null,
): Promise<ReadonlyMap<string, string>> {
  const select = { description: true, description_rendered: true, steps: true } as const;
  const row = id === null ? null : await prisma.project.findUnique({ where: { id }, select });
  if (!row) return new Map();
  const texts = [row, ...toSteps(row.steps)].flatMap(({ description, description_rendered: html }) =>
    description === null || html === null ? [] : [[description, html] as const],
  );
  return new Map(texts);
}

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
    steps: storedSteps(dto.steps ?? [], htmlOf).map((step) => ({ ...step })),
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

type Changes = Prisma.ProjectUncheckedUpdateInput;

/** WRITE-4: the real changes of a patch, ready to be stored; null if there are none. */
export function projectChanges(
  project: StoredProject,
  patch: ProjectUpdateDto,
  htmlOf: HtmlOf,
  now: Date,
): Changes | null {
  const changes: Changes = {
    ...ownChanges(project, patch, now),
    ...textChanges(project, patch, htmlOf),
    ...setChanges(project, patch),
  };
  if (Object.keys(changes).length === 0) return null;
  // Strictly later than before, even if this clock is behind the one of the last write.
  return { ...changes, updated_at: new Date(Math.max(now.getTime(), project.updated_at.getTime() + 1)) };
}

function ownChanges(project: StoredProject, patch: ProjectUpdateDto, now: Date): Changes {
  const changes: Changes = {};
  if (patch.name !== undefined && patch.name !== project.name) changes.name = patch.name;
  for (const key of ['summary', 'space_id', 'license_id', 'external_url'] as const) {
    const value = patch[key];
    if (value !== undefined && value !== project[key]) changes[key] = value;
  }
  const state = patch.publication_state;
  if (state !== undefined && state !== project.publication_state) {
    changes.publication_state = state;
    changes.published_at = publishedAt(state, project.published_at, now);
  }
  if (patch.tags && !isDeepStrictEqual(patch.tags, project.tags)) changes.tags = patch.tags;
  return changes;
}

function textChanges(project: StoredProject, { description, steps }: ProjectUpdateDto, htmlOf: HtmlOf): Changes {
  const changes: Changes = {};
  if (description !== undefined && description !== project.description) {
    changes.description = description;
    changes.description_rendered = description === null ? null : htmlOf(description);
  }
  if (steps) {
    const stored = storedSteps(steps, htmlOf);
    if (!sameSteps(stored, project.steps)) changes.steps = stored.map((step) => ({ ...step }));
  }
  return changes;
}

/** SHAPE-10: sets of references are sets, so another order is not a change. */
function setChanges(project: StoredProject, patch: ProjectUpdateDto): Changes {
  const changes: Changes = {};
  const { collaborator_ids, thematic_ids, machine_ids } = patch;
  if (collaborator_ids && !sameSet(collaborator_ids, project.collaborator_ids)) {
    changes.collaborators = {
      deleteMany: {},
      createMany: { data: collaborator_ids.map((member_id) => ({ member_id })) },
    };
  }
  if (thematic_ids && !sameSet(thematic_ids, project.thematic_ids)) {
    const data = thematic_ids.map((project_thematic_id) => ({ project_thematic_id }));
    changes.thematics = { deleteMany: {}, createMany: { data } };
  }
  if (machine_ids && !sameSet(machine_ids, project.machine_ids)) {
    changes.machines = { deleteMany: {}, createMany: { data: machine_ids.map((machine_id) => ({ machine_id })) } };
  }
  return changes;
}

function sameSet(left: readonly string[], right: readonly string[] | null): boolean {
  return right !== null && left.length === right.length && left.every((id) => right.includes(id));
}

/** Section 9: the only changes of state; keeping the state is not one. */
const nextStates: Readonly<Record<PublicationState, readonly PublicationState[]>> = {
  draft: ['published'],
  published: ['draft', 'archived'],
  archived: ['published'],
};

export function mayBecome(from: PublicationState, to: PublicationState): boolean {
  return from === to || nextStates[from].includes(to);
}

/** WRITE-5: set on the first publication, kept through archiving, cleared by going back to draft. */
function publishedAt(state: PublicationState, before: Date | null, now: Date): Date | null {
  return state === 'draft' ? null : (before ?? now);
}

/** The steps of a stored project; the column is JSON and therefore untyped. */
function toSteps(column: unknown): ProjectStepDto[] {
  return Array.isArray(column) ? column.filter(isStep) : [];
}

function isStep(value: unknown): value is ProjectStepDto {
  return typeof value === 'object' && value !== null && 'id' in value && 'title' in value && 'description' in value;
}

type SentStep = Pick<ProjectStepUpdateDto, 'title'> & Partial<ProjectStepUpdateDto>;

/** The steps in their stored form: the array index becomes the position, and a step with an id keeps it. */
function storedSteps(sent: readonly SentStep[], htmlOf: HtmlOf): ProjectStepDto[] {
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
