import type { ProjectStepDto } from '@resource-catalogue/contracts';
import type { Prisma, Project } from '@resource-catalogue/prisma';
import type { PresentReferences } from './project-references.js';
import { stepsOf } from './project-steps.js';

const columns = {
  include: {
    collaborators: { select: { member_id: true } },
    thematics: { select: { project_thematic_id: true } },
    machines: { select: { machine_id: true } },
  },
} as const;

/** A project as the database has it, with what a write compares. */
export interface StoredProject extends Omit<Project, 'steps' | 'tags'> {
  readonly steps: readonly ProjectStepDto[];
  readonly tags: readonly string[];
  readonly collaborator_ids: readonly string[];
  readonly thematic_ids: readonly string[];
  readonly machine_ids: readonly string[];
}

export async function storedProject(transaction: Prisma.TransactionClient, id: string): Promise<StoredProject | null> {
  const row = await transaction.project.findUnique({ where: { id }, ...columns });
  if (!row) return null;
  return {
    ...row,
    steps: stepsOf(row.steps),
    tags: Array.isArray(row.tags) ? row.tags.map(String) : [],
    collaborator_ids: row.collaborators.map(({ member_id }) => member_id),
    thematic_ids: row.thematics.map(({ project_thematic_id }) => project_thematic_id),
    machine_ids: row.machines.map(({ machine_id }) => machine_id),
  };
}

export function presentReferences(project: StoredProject): PresentReferences {
  return {
    members: [project.author_id, ...project.collaborator_ids],
    spaces: project.space_id === null ? [] : [project.space_id],
    licenses: project.license_id === null ? [] : [project.license_id],
    thematics: project.thematic_ids,
    machines: project.machine_ids,
  };
}
