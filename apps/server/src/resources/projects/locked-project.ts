import { Prisma, type Project } from '@resource-catalogue/prisma';

/**
 * Columns have the names and types of the model's fields (`prisma/drift.spec.ts`). With `*`, a prepared statement
 * would fail once the next version has added a column.
 */
const ofProject = Prisma.raw(Object.values(Prisma.ProjectScalarFieldEnum).join(', '));

/** Waits until no other transaction changes the project, and blocks others until this one ends (WRITE-6). */
export async function lockedProject(
  transaction: Pick<Prisma.TransactionClient, '$queryRaw'>,
  id: string,
): Promise<Project | null> {
  const rows = await transaction.$queryRaw<readonly Project[]>`
    SELECT ${ofProject} FROM projects WHERE id = ${id}::uuid FOR UPDATE`;
  return rows[0] ?? null;
}
