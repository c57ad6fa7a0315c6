import type pg from 'pg';

interface Fault {
  readonly table: string;
  readonly trigger: string;
  readonly problem: string;
  /** The statement that corrects it; null for a missing trigger. */
  readonly correction: string | null;
}

/**
 * Compares the triggers with those that the migrations left (`required_triggers()`). ALTER TABLE … ENABLE TRIGGER ALL
 * turns those that fire always into ordinary ones, which is accepted: caches expire.
 */
const faults = `
  SELECT r."table", r."trigger",
    CASE WHEN g.oid IS NULL THEN 'is missing' WHEN NOT s.fires THEN 'is disabled' ELSE 'depends on the search_path' END AS problem,
    CASE WHEN g.oid IS NULL THEN NULL
      WHEN NOT s.fires THEN format('ALTER TABLE %I ENABLE %sTRIGGER %I', r."table",
        CASE r."enabled" WHEN 'A' THEN 'ALWAYS ' WHEN 'R' THEN 'REPLICA ' ELSE '' END, r."trigger")
      ELSE format('ALTER FUNCTION %s SET search_path = %I', p.oid::regprocedure, n.nspname) END AS correction
  FROM required_triggers() r
    JOIN pg_namespace n ON n.nspname = current_schema()
    LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = r."table"
    LEFT JOIN pg_trigger g ON g.tgrelid = c.oid AND g.tgname = r."trigger"
    LEFT JOIN pg_proc p ON p.oid = g.tgfoid
    CROSS JOIN LATERAL (SELECT g.tgenabled IN (CASE r."enabled" WHEN 'R' THEN 'R' ELSE 'O' END, 'A') AS fires,
      format('search_path=%I', n.nspname) = ANY (p.proconfig) AS pinned) s
  WHERE (s.fires AND s.pinned) IS NOT TRUE
  ORDER BY g.oid IS NOT NULL, s.fires, r."table", r."trigger"`;

/**
 * Describes in words a trigger that is missing or disabled, or whose function needs a certain `search_path`, which
 * restores empty: writes would fail or leave derived tables wrong. Null if there is none. Needs the newest migration.
 */
export async function findTriggerFault(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<Fault>(faults);
  const [first] = rows;
  if (!first) return null;
  const among = rows.length > 1 ? `, one of ${rows.length} faulty triggers` : '';
  const corrections = new Set(rows.flatMap(({ correction }) => correction ?? []));
  const remedy =
    first.correction === null
      ? 'restore the database from a backup with its schema'
      : `run ${[...corrections].join('; ')}`;
  return `its trigger ${first.trigger} on ${first.table} ${first.problem}${among}; ${remedy}`;
}
