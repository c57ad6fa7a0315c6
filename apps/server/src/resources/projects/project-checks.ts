import { isUuid, type ProjectDto } from '@resource-catalogue/contracts';
import { Prisma } from '@resource-catalogue/prisma';
import type { ValidationError } from '../../errors/problem-error.js';
import type { WriteRequest } from '../../parameters/write-request.js';

type Sent = WriteRequest<object>['sent'];

/** Maximum number of ids of an array that are looked up: a longer array is an error anyway. */
const maxIds = 100;

const targets = [
  { table: 'members', fields: ['author_id', 'collaborator_ids'], deletable: true },
  { table: 'spaces', fields: ['space_id'], deletable: true },
  { table: 'project_licenses', fields: ['license_id'], deletable: false },
  { table: 'project_thematics', fields: ['thematic_ids'], deletable: false },
  { table: 'machines', fields: ['machine_ids'], deletable: true },
] as const;

type Target = (typeof targets)[number];

interface Reference {
  readonly id: string;
  readonly pointer: string;
}

/** The valid references of a body to a table; invalid ones already have their own error. */
function referencesTo({ fields }: Target, sent: Sent): Reference[] {
  return fields.flatMap((field) => {
    const value = sent[field];
    if (!field.endsWith('_ids')) return isUuid(value) ? [{ id: value, pointer: `/${field}` }] : [];
    const ids: readonly unknown[] = Array.isArray(value) ? value.slice(0, maxIds) : [];
    return ids.flatMap((id, index) => (isUuid(id) ? [{ id, pointer: `/${field}/${index}` }] : []));
  });
}

export interface FoundReference {
  readonly table: string;
  readonly id: string;
  readonly deleted: boolean;
}

/** Looks up every reference of a body, in one statement. */
export async function findReferences(
  prisma: Pick<Prisma.TransactionClient, '$queryRaw'>,
  sent: Sent,
): Promise<readonly FoundReference[]> {
  const lookups = targets.flatMap((target) => {
    const ids = referencesTo(target, sent).map(({ id }) => id);
    const table = Prisma.raw(target.table);
    const deleted = Prisma.raw(target.deletable ? 'soft_deleted_at IS NOT NULL' : 'false');
    const lookup = Prisma.sql`
      SELECT ${target.table} AS "table", id, ${deleted} AS deleted FROM ${table} WHERE id = ANY (${ids}::uuid[])`;
    return ids.length > 0 ? [lookup] : [];
  });
  return lookups.length > 0 ? prisma.$queryRaw(Prisma.join(lookups, ' UNION ALL ')) : [];
}

/** Section 9: every new reference must exist, and be live if it can be deleted. Existing references stay. */
export function referenceErrors(
  sent: Sent,
  found: readonly FoundReference[],
  project: ProjectDto | null,
): ValidationError[] {
  const present = project && presentReferences(project);
  return targets.flatMap((target) => {
    const added = referencesTo(target, sent).filter(({ id }) => !present?.[target.table].includes(id));
    return added.flatMap(({ id, pointer }) => {
      const row = found.find((each) => each.table === target.table && each.id === id);
      if (row && !row.deleted) return [];
      const detail = row
        ? 'The resource with this id was deleted: send the id of another one.'
        : 'No resource has this id.';
      return [{ pointer, code: 'unknown_reference', detail }];
    });
  });
}

/** Existing references of the project. */
function presentReferences(project: ProjectDto): Readonly<Record<Target['table'], readonly string[]>> {
  const { author, collaborators, space, license, thematics, machines } = project;
  const ids = (resources: readonly ({ readonly id: string } | null)[]) => resources.flatMap((each) => each?.id ?? []);
  return {
    members: ids([author, ...collaborators]),
    spaces: ids([space]),
    project_licenses: ids([license]),
    project_thematics: ids(thematics),
    machines: ids(machines),
  };
}

/** The id of a step must belong to this project (section 9) and occur only once (WRITE-3). */
export function stepErrors({ steps: sent }: Sent, project: ProjectDto | null): ValidationError[] {
  const own = new Set<unknown>(project?.steps.map(({ id }) => id));
  const seen = new Set<unknown>();
  if (!Array.isArray(sent)) return [];
  return sent.flatMap((step: unknown, index): ValidationError[] => {
    if (typeof step !== 'object' || step === null || !('id' in step) || !isUuid(step.id)) return [];
    const pointer = `/steps/${index}/id`;
    if (seen.has(step.id)) return [{ pointer, code: 'duplicate', detail: 'Another step of this body has this id.' }];
    seen.add(step.id);
    return own.has(step.id)
      ? []
      : [{ pointer, code: 'unknown_reference', detail: 'No step of this project has this id.' }];
  });
}

/** Section 9: the author must not be a collaborator. */
export function authorErrors({ collaborator_ids: ids }: Sent, author: unknown): ValidationError[] {
  const index = Array.isArray(ids) && author !== undefined ? ids.indexOf(author) : -1;
  if (index < 0) return [];
  const detail = 'The author cannot be a collaborator of the same project: leave the id out.';
  return [{ pointer: `/collaborator_ids/${index}`, code: 'invalid_value', detail }];
}
