import { isUuid } from '@resource-catalogue/contracts';
import type { Prisma } from '@resource-catalogue/prisma';
import type { ValidationError } from '../../errors/problem-error.js';
import type { WriteRequest } from '../../parameters/write-request.js';
import type { StoredProject } from './project-rows.js';

type Sent = WriteRequest<object>['sent'];

/** Existing references of the project, by table. */
interface PresentReferences {
  readonly members: readonly string[];
  readonly spaces: readonly string[];
  readonly licenses: readonly string[];
  readonly thematics: readonly string[];
  readonly machines: readonly string[];
}

/** An array above its limit is an error anyway; of a mebibyte of ids only these are looked up. */
const maxIds = 100;

/** A valid reference; invalid ones already have their own error. */
function named(pointer: string, id: unknown): Named[] {
  return isUuid(id) ? [{ id, pointer }] : [];
}

interface Found {
  readonly id: string;
  readonly soft_deleted_at?: Date | null;
}

interface Named {
  readonly id: string;
  readonly pointer: string;
}

/** Section 9: every new reference must exist, and be live if it can be deleted. Existing references stay. */
export async function referenceErrors(
  transaction: Prisma.TransactionClient,
  sent: Sent,
  project: StoredProject | null,
): Promise<ValidationError[]> {
  const present = project && presentReferences(project);
  const one = (field: string): Named[] => named(`/${field}`, sent[field]);
  const many = (field: string): Named[] => {
    const ids: unknown = sent[field];
    return Array.isArray(ids) ? ids.slice(0, maxIds).flatMap((id, index) => named(`/${field}/${index}`, id)) : [];
  };
  const added = (table: keyof PresentReferences, references: readonly Named[]): Named[] =>
    references.filter(({ id }) => !present?.[table].includes(id));

  const members = added('members', [...one('author_id'), ...many('collaborator_ids')]);
  const spaces = added('spaces', one('space_id'));
  const licenses = added('licenses', one('license_id'));
  const thematics = added('thematics', many('thematic_ids'));
  const machines = added('machines', many('machine_ids'));
  const live = { id: true, soft_deleted_at: true } as const;
  const plain = { id: true } as const;

  return [
    ...(await unknown(members, (where) => transaction.member.findMany({ where, select: live }))),
    ...(await unknown(spaces, (where) => transaction.space.findMany({ where, select: live }))),
    ...(await unknown(licenses, (where) => transaction.projectLicense.findMany({ where, select: plain }))),
    ...(await unknown(thematics, (where) => transaction.projectThematic.findMany({ where, select: plain }))),
    ...(await unknown(machines, (where) => transaction.machine.findMany({ where, select: live }))),
  ];
}

type Find = (where: { readonly id: { readonly in: string[] } }) => Promise<readonly Found[]>;

async function unknown(references: readonly Named[], find: Find): Promise<ValidationError[]> {
  if (references.length === 0) return [];
  const found = await find({ id: { in: references.map(({ id }) => id) } });
  const byId = new Map(found.map((row) => [row.id, row]));
  return references.flatMap(({ id, pointer }) => {
    const row = byId.get(id);
    if (row && !row.soft_deleted_at) return [];
    const detail = row
      ? 'The resource with this id was deleted: send the id of another one.'
      : 'No resource has this id.';
    return [{ pointer, code: 'unknown_reference', detail }];
  });
}

function presentReferences(project: StoredProject): PresentReferences {
  return {
    members: [project.author_id, ...(project.collaborator_ids ?? [])],
    spaces: project.space_id === null ? [] : [project.space_id],
    licenses: project.license_id === null ? [] : [project.license_id],
    thematics: project.thematic_ids ?? [],
    machines: project.machine_ids ?? [],
  };
}

/** Section 9: an id must belong to this project, and WRITE-3: occur only once. */
export function stepErrors({ steps: sent }: Sent, project: StoredProject | null): ValidationError[] {
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
