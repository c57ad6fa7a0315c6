import type { ProjectDto } from '@resource-catalogue/contracts';
import { Conflict, type ReadSource } from '@resource-catalogue/database';
import { Prisma } from '@resource-catalogue/prisma';
import type { ProjectChanges } from './project-rows.js';

const sets = [
  { field: 'collaborator_ids', table: 'project_collaborators', column: 'member_id' },
  { field: 'thematic_ids', table: 'project_project_thematics', column: 'project_thematic_id' },
  { field: 'machine_ids', table: 'project_machines', column: 'machine_id' },
] as const;

/** Waits until no other transaction changes the project, and blocks others until this one ends. */
export async function lockProject(
  transaction: Pick<Prisma.TransactionClient, '$queryRaw'>,
  id: string | null,
): Promise<void> {
  await transaction.$queryRaw`SELECT id FROM projects WHERE id = ${id}::uuid FOR UPDATE`;
}

const changedSets = (changes: ProjectChanges) =>
  sets.flatMap(({ field, ...names }) => {
    const ids = changes[field];
    return ids ? [{ ...names, field, ids }] : [];
  });

/**
 * A source whose statements see the project as `storeChanges` will store it, since both take their values from the same
 * JSON: a query in WITH hides the table of its name.
 */
export function sourceAfter(source: ReadSource, id: string, changes: ProjectChanges): ReadSource {
  return {
    query({ name: _, ...statement }, values) {
      const [project, json] = [`$${values.length + 1}::uuid`, `$${values.length + 2}::json`];
      const elements = (field: string) => `json_array_elements_text(${json}->'${field}') AS e`;
      const tables = [
        `projects AS (SELECT n.* FROM projects p, json_populate_record(p, ${json}) n WHERE p.id = ${project})`,
        ...changedSets(changes).map(
          ({ field, table, column }) =>
            `${table} AS (SELECT ${project} AS project_id, e::uuid AS ${column} FROM ${elements(field)})`,
        ),
      ];
      const text = `WITH ${tables.join(', ')} ${statement.text}`;
      return source.query({ ...statement, text }, [...values, id, JSON.stringify(changes)]);
    },
    // Nothing is stored yet, so it is simplest to start again.
    snapshot: () => Promise.reject(new Conflict('Other transactions kept changing the rows that this one reads.')),
  };
}

/** Stores all of the changes; or nothing, and throws a conflict, if the project was changed since it was read. */
export async function storeChanges(
  prisma: Pick<Prisma.TransactionClient, '$executeRaw'>,
  { id, updated_at }: Pick<ProjectDto, 'id' | 'updated_at'>,
  changes: ProjectChanges,
): Promise<void> {
  const isSet = (key: string) => sets.some(({ field }) => field === key);
  const names = Object.keys(changes).filter((key) => !isSet(key));
  const columns = Prisma.raw(names.join(', '));
  const json = JSON.stringify(changes);
  const changed = Prisma.sql`changed AS (
    UPDATE projects SET (${columns}) = (SELECT ${columns} FROM json_populate_record(NULL::projects, ${json}::json))
    WHERE id = ${id}::uuid AND updated_at = ${updated_at}::timestamptz RETURNING id
  )`;
  const inSets = changedSets(changes).map(({ ids, ...set }) => {
    const [table, column] = [Prisma.raw(set.table), Prisma.raw(set.column)];
    return Prisma.sql`removed_${table} AS (
      DELETE FROM ${table} USING changed WHERE project_id = id AND ${column} <> ALL (${ids}::uuid[])
    ), added_${table} AS (
      INSERT INTO ${table} (project_id, ${column}) SELECT id, unnest(${ids}::uuid[]) FROM changed ON CONFLICT DO NOTHING
    )`;
  });
  const stored = await prisma.$executeRaw`WITH ${Prisma.join([changed, ...inSets])} SELECT id FROM changed`;
  if (stored === 0) throw new Conflict('The project was changed since it was read.');
}
