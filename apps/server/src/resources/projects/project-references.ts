import type { Prisma } from '@resource-catalogue/prisma';
import type { ProblemFault } from '../../problems/problem.js';

/** What a project refers to already, by the tables that are referred to. */
export interface PresentReferences {
  readonly members: readonly string[];
  readonly spaces: readonly string[];
  readonly licenses: readonly string[];
  readonly thematics: readonly string[];
  readonly machines: readonly string[];
}

/** An array over its limit is a fault anyway; of a mebibyte of ids, these are looked up. */
const mostJudged = 100;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isId(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value);
}

/** A reference, if the value can be one at all; what cannot is a fault of its own already. */
function named(pointer: string, id: unknown): Named[] {
  return isId(id) ? [{ id, pointer }] : [];
}

interface Found {
  readonly id: string;
  readonly soft_deleted_at?: Date | null;
}

interface Named {
  readonly id: string;
  readonly pointer: string;
}

/** Section 9: every reference must exist, and be live where it can be deleted. What the project refers to already stays as it is. */
export async function referenceFaults(
  transaction: Prisma.TransactionClient,
  sent: Readonly<Record<string, unknown>>,
  present: PresentReferences | null,
): Promise<ProblemFault[]> {
  const one = (field: string): Named[] => named(`/${field}`, sent[field]);
  const many = (field: string): Named[] => {
    const ids: unknown = sent[field];
    return Array.isArray(ids) ? ids.slice(0, mostJudged).flatMap((id, index) => named(`/${field}/${index}`, id)) : [];
  };
  const added = (table: keyof PresentReferences, references: readonly Named[]): Named[] =>
    references.filter(({ id }) => !present?.[table].includes(id));

  const members = added('members', [...one('author_id'), ...many('collaborator_ids')]);
  const spaces = added('spaces', one('space_id'));
  const licenses = added('licenses', one('license_id'));
  const thematics = added('thematics', many('thematic_ids'));
  const machines = added('machines', many('machine_ids'));
  const among = (references: readonly Named[]) => ({ id: { in: references.map(({ id }) => id) } });
  const live = { id: true, soft_deleted_at: true } as const;

  return [
    ...unknown(members, await transaction.member.findMany({ where: among(members), select: live })),
    ...unknown(spaces, await transaction.space.findMany({ where: among(spaces), select: live })),
    ...unknown(licenses, await transaction.projectLicense.findMany({ where: among(licenses), select: { id: true } })),
    ...unknown(
      thematics,
      await transaction.projectThematic.findMany({ where: among(thematics), select: { id: true } }),
    ),
    ...unknown(machines, await transaction.machine.findMany({ where: among(machines), select: live })),
  ];
}

function unknown(references: readonly Named[], found: readonly Found[]): ProblemFault[] {
  const byId = new Map(found.map((row) => [row.id, row]));
  return references.flatMap(({ id, pointer }) => {
    const row = byId.get(id);
    if (row && !row.soft_deleted_at) return [];
    const detail = row ? 'What has this id was deleted.' : 'Nothing has this id.';
    return [{ pointer, code: 'unknown_reference', detail }];
  });
}
