import { isDeepStrictEqual } from 'node:util';
import type { ProjectUpdateDto } from '@resource-catalogue/contracts';
import type { Prisma } from '@resource-catalogue/prisma';
import { uuidV7 } from '../../database/uuid-v7.js';
import { renderMarkdown } from '../../markdown/render-markdown.js';
import { sameSteps, storedSteps } from './project-steps.js';
import { publishedAt } from './publication.js';
import type { StoredProject } from './stored-project.js';

type Changes = Prisma.ProjectUncheckedUpdateInput;

/** WRITE-4: what a patch really changes, ready to be stored; null where that is nothing. */
export function projectChanges(project: StoredProject, patch: ProjectUpdateDto, now: Date): Changes | null {
  const changes: Changes = { ...ownChanges(project, patch, now), ...setChanges(project, patch) };
  if (Object.keys(changes).length === 0) return null;
  // Strictly later than before, on a clock that may be behind the one that wrote last.
  return { ...changes, updated_at: new Date(Math.max(now.getTime(), project.updated_at.getTime() + 1)) };
}

function ownChanges(project: StoredProject, patch: ProjectUpdateDto, now: Date): Changes {
  const changes: Changes = {};
  if (patch.name !== undefined && patch.name !== project.name) changes.name = patch.name;
  for (const key of ['summary', 'space_id', 'license_id', 'external_url'] as const) {
    const value = patch[key];
    if (value !== undefined && value !== project[key]) changes[key] = value;
  }
  if (patch.description !== undefined && patch.description !== project.description) {
    changes.description = patch.description;
    changes.description_rendered = patch.description === null ? null : renderMarkdown(patch.description);
  }
  const state = patch.publication_state;
  if (state !== undefined && state !== project.publication_state) {
    changes.publication_state = state;
    changes.published_at = publishedAt(state, project.published_at, now);
  }
  if (patch.tags && !isDeepStrictEqual(patch.tags, project.tags)) changes.tags = patch.tags;
  if (patch.steps) {
    const steps = storedSteps(patch.steps, uuidV7);
    if (!sameSteps(steps, project.steps)) changes.steps = steps.map((step) => ({ ...step }));
  }
  return changes;
}

/** SHAPE-10: sets of references are sets, so another order is no change. */
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

function sameSet(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((id) => right.includes(id));
}
