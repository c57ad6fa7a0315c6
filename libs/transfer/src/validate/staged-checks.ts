import { seatHoldingStates } from '@resource-catalogue/contracts';
import { categoryType } from '../layout.js';
import type { Session } from '@resource-catalogue/database';
import { type FoundError, type LineLocation, toLocation, type Quoted } from '../import-errors.js';
import type { StagedTable, Staging } from '../stage/staging.js';

type Row = readonly (string | null)[];

/** Maximum number of errors of one kind per query. */
export const maxFound = 1000;

/** The source position of the staged row `s`; query results start with these columns. */
export const sourcePosition = 's.source_no::text, s.line_no::text, s.item_no::text';

/**
 * Creates an error for each row of a query, up to the maximum. A LIMIT in the query itself would make the planner expect
 * an early end, and compare every row of one staged table with every row of another.
 */
export async function findErrors(
  session: Session,
  text: string,
  found: (row: Row) => Omit<FoundError, 'row'>,
): Promise<FoundError[]> {
  const limited = `WITH found AS MATERIALIZED (${text}) SELECT * FROM found LIMIT ${maxFound}`;
  return (await session.query({ text: limited })).map((row) => ({ row: toLocation(row), ...found(row) }));
}

/** Checks the rows of an import against each other and against the catalogue. */
export async function stagedErrors(session: Session, staging: Staging): Promise<FoundError[]> {
  const found: FoundError[] = [];
  for (const table of staging.tables) {
    if (await isEmpty(session, table.staged)) continue;
    found.push(...(await duplicates(session, table)), ...(await danglingReferences(session, table, staging)));
    found.push(...(await wrongCategories(session, table)), ...(await findCycles(session, table)));
  }
  return [...withoutParts(found), ...(await doubleBookings(session, staging))];
}

/** Drops duplicate parts of duplicate rows, which would only repeat the error. */
function withoutParts(found: readonly FoundError[]): readonly FoundError[] {
  const locationText = ({ row }: FoundError): string => `${row.source} ${row.line}`;
  const rows = new Set(found.filter(({ pointer }) => pointer === '/id').map(locationText));
  return found.filter(
    (error) => !/^\/.+\/id$/.test(error.pointer) || !isDuplicate(error) || !rows.has(locationText(error)),
  );
}

const duplicate = 'must be unique: ';
const isDuplicate = ({ detail }: FoundError): boolean => detail[0] === duplicate;

async function isEmpty(session: Session, staged: string): Promise<boolean> {
  return (await session.query({ text: `SELECT EXISTS (SELECT FROM ${staged})::text` }))[0]?.[0] !== 'true';
}

async function duplicates(session: Session, table: StagedTable): Promise<FoundError[]> {
  const { staged, role, key } = table;
  if (role === 'entity') return [];
  const keys = key.join(', ');
  const text = `SELECT ${sourcePosition}, s.${key.at(-1)}::text, f.source_no::text, f.line_no::text
     FROM (SELECT ${keys}, min((source_no::bigint << 32) + line_no) AS first FROM ${staged} GROUP BY ${keys} HAVING count(*) > 1) d
     JOIN ${staged} s USING (${keys})
     JOIN LATERAL (SELECT (d.first >> 32)::int AS source_no, (d.first & 4294967295)::int AS line_no) f ON true
     WHERE (s.source_no, s.line_no) <> (f.source_no, f.line_no) OR s.item_no > 0
     ORDER BY s.source_no, s.line_no, s.item_no`;
  return findErrors(session, text, (row) => ({
    pointer: columnPointer(table, key.at(-1) ?? 'id', row),
    detail: [duplicate, toQuoted(row[3]), ' is also at ', toLocation(row.slice(4))],
  }));
}

async function danglingReferences(session: Session, table: StagedTable, staging: Staging): Promise<FoundError[]> {
  const found: FoundError[] = [];
  for (const { column, target } of table.facts.foreignKeys) {
    const to = staging.tables.find((each) => each.table === target);
    if (!to || to.role === 'entity' || table.owners.some((owner) => owner.column === column)) continue;
    if (!table.columns.some(({ name }) => name === column)) continue;
    // OFFSET 0 keeps this order: if the planner searched the catalogue first, it would expect nearly no rows, and then
    // compare each with all staged ones.
    const text = `SELECT ${sourcePosition}, s.${column}::text
       FROM (SELECT * FROM ${table.staged} s WHERE s.${column} IS NOT NULL AND NOT EXISTS (SELECT FROM ${to.staged} n WHERE n.id = s.${column}) OFFSET 0) s
       WHERE NOT EXISTS (SELECT FROM ${target} t WHERE t.id = s.${column})`;
    const missing = ' is neither in these files nor in the catalogue';
    const errors = await findErrors(session, text, (row) => ({
      pointer: columnPointer(table, column, row),
      detail: [`must be an id of ${target}: `, { ...toQuoted(row[3]), unknown: target }, missing],
    }));
    found.push(...errors);
  }
  return found;
}

async function wrongCategories(session: Session, table: StagedTable): Promise<FoundError[]> {
  const type = categoryType(table.table);
  if (type === null) return [];
  const text = `SELECT ${sourcePosition}, coalesce(n.type, t.type)::text FROM ${table.staged} s
     LEFT JOIN staged_categories n ON n.id = s.category_id LEFT JOIN categories t ON t.id = s.category_id
     WHERE coalesce(n.type, t.type) <> '${type}'`;
  return findErrors(session, text, (row) => ({
    pointer: columnPointer(table, 'category_id', row),
    detail: [`must be a category of type ${type}, but this one has type ${row[3]}`],
  }));
}

async function findCycles(session: Session, table: StagedTable): Promise<FoundError[]> {
  const parent = table.facts.foreignKeys.find(({ target }) => target === table.table)?.column;
  if (parent === undefined) return [];
  const text = `WITH RECURSIVE parents AS (
       SELECT id, ${parent} AS parent FROM ${table.staged}
       UNION ALL SELECT t.id, t.${parent} FROM ${table.table} t WHERE NOT EXISTS (SELECT FROM ${table.staged} s WHERE s.id = t.id)
     ), above AS (
       SELECT id, parent FROM parents WHERE parent IS NOT NULL
       UNION SELECT a.id, p.parent FROM above a JOIN parents p ON p.id = a.parent WHERE p.parent IS NOT NULL
     )
     SELECT ${sourcePosition} FROM ${table.staged} s JOIN above a ON a.id = s.id AND a.parent = s.id`;
  const detail = [`must not lead back to this line: references between ${table.table} must not form a cycle`];
  return findErrors(session, text, (row) => ({ pointer: columnPointer(table, parent, row), detail }));
}

/** Two bookings that hold the same unit must not overlap. */
async function doubleBookings(session: Session, staging: Staging): Promise<FoundError[]> {
  if (!staging.has('bookings') || (await isEmpty(session, 'staged_bookings'))) return [];
  await session.exec(makeTimes);
  const pairs = [...(await session.query({ text: doubleAmongStaged }))];
  const longest = (await session.query({ text: longestSpan }))[0]?.[0];
  if (typeof longest === 'string') pairs.push(...(await session.query({ text: doubleWithStored(longest) })));
  return pairs.map((row) => {
    const one = toLocation(row.slice(1));
    const other = row[4] === null ? null : toLocation(row.slice(4));
    const isLater = other === null || !isBefore(one, other);
    const first = isLater ? other : one;
    const holder = first ? [first] : ['booking ', toQuoted(row[3]), ' of the catalogue'];
    const detail = ['overlaps ', ...holder, ', which books the same unit'];
    return { row: isLater ? one : other, pointer: '/slots', detail };
  });
}

const isBefore = (one: LineLocation, other: LineLocation): boolean =>
  one.source === other.source ? one.line < other.line : one.source < other.source;

export const toQuoted = (value: string | null | undefined): Quoted => ({ value: String(value) });

/** The pointer of a staged row's column; the third column of the row is the array index. */
export function columnPointer(table: StagedTable, column: string, row: Row): string {
  const pointer = table.columns.find(({ name }) => name === column)?.pointer ?? '';
  return pointer.replace('*', row[2] ?? '0');
}

const holdingStates = seatHoldingStates.map((state) => `'${state}'`).join(', ');

const unit = (alias: string): string => `coalesce(${alias}.machine_unit_id, ${alias}.place_unit_id)`;

/** The slots of a booking with several; parsing and keeping those of all bookings would dominate the run time. */
const severalSlots = `CASE WHEN b.slots LIKE '%"start_time"%"start_time"%' THEN b.slots::json END`;

/**
 * Time spans of staged bookings, for units with at least one new or changed booking. Unchanged bookings may overlap
 * each other, because they are already stored.
 */
const makeTimes = `
  DROP TABLE IF EXISTS pg_temp.staged_times;
  CREATE TEMP TABLE staged_times AS WITH
  staged AS MATERIALIZED (
    SELECT b.source_no, b.line_no, b.id, ${unit('b')} AS unit, b.starts_at, b.ends_at, ${severalSlots} AS slots, t.id IS NULL AS changed
    FROM staged_bookings b LEFT JOIN bookings t ON t.id = b.id AND t.state IN (${holdingStates}) AND ${unit('t')} = ${unit('b')} AND t.slots::text = b.slots
    WHERE b.state IN (${holdingStates}) AND num_nonnulls(b.machine_unit_id, b.place_unit_id) = 1
  ), compared AS MATERIALIZED (SELECT * FROM staged WHERE unit IN (SELECT unit FROM staged WHERE changed))
  SELECT source_no, line_no, id, unit, changed, starts_at, ends_at FROM compared WHERE slots IS NULL
  UNION ALL
  SELECT source_no, line_no, id, unit, changed, (slot ->> 'start_time')::timestamptz, (slot ->> 'end_time')::timestamptz
  FROM compared, LATERAL json_array_elements(slots) AS slot WHERE slots IS NOT NULL;
  ANALYZE staged_times`;

const doubleAmongStaged = `
  WITH late AS MATERIALIZED (
    SELECT * FROM (
      SELECT t.*, t.starts_at < max(t.ends_at) OVER (PARTITION BY t.unit ORDER BY t.starts_at, t.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS shared
      FROM staged_times t
    ) w WHERE w.shared LIMIT ${maxFound}
  )
  SELECT DISTINCT ON (l.id) l.id::text, l.source_no::text, l.line_no::text, o.id::text, o.source_no::text, o.line_no::text
  FROM late l JOIN staged_times o ON o.unit = l.unit AND o.id <> l.id AND o.starts_at < l.ends_at AND l.starts_at < o.ends_at
  WHERE l.changed OR o.changed`;

/** No booking is longer than this; null without bookings. A scan of 30,000,000 bookings would take 15 s. */
const longestSpan = `SELECT max(greatest_ends_at - least_starts_at)::text FROM booking_days WHERE key = 'starts_at'`;

/**
 * Bounds the start of stored bookings by the longest span, so that the index on unit and start reads only
 * candidates.
 */
function doubleWithStored(longest: string): string {
  const overlapping = (column: string): string => `
    SELECT n.*, b.id AS stored FROM staged_times n JOIN bookings b ON b.${column} = n.unit AND b.ends_at > n.starts_at
      AND b.starts_at < n.ends_at AND b.starts_at >= n.starts_at - interval '${longest}'
    WHERE n.changed AND b.state IN (${holdingStates}) AND NOT EXISTS (SELECT FROM staged_bookings s WHERE s.id = b.id)
      AND EXISTS (SELECT FROM json_array_elements(b.slots) AS slot
        WHERE (slot ->> 'start_time')::timestamptz < n.ends_at AND (slot ->> 'end_time')::timestamptz > n.starts_at)`;
  return `
    SELECT DISTINCT ON (p.id) p.id::text, p.source_no::text, p.line_no::text, p.stored::text, NULL::text, NULL::text
    FROM (${overlapping('machine_unit_id')} UNION ALL ${overlapping('place_unit_id')}) p LIMIT ${maxFound}`;
}
