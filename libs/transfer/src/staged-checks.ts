import { type CategoryType, seatHoldingStates } from '@resource-catalogue/contracts';
import type { Session } from '@resource-catalogue/database';
import type { FoundError, Place, Quoted } from './import-errors.js';
import type { StagedTable, Staging } from './staging.js';

/** What the category of a table's rows must be for (section 8). */
export const categoryTypes: Readonly<Record<string, CategoryType>> = {
  machines: 'machine',
  places: 'place',
  trainings: 'training',
  events: 'event',
  plans: 'plan',
  prices: 'price',
};

type Rows = readonly (readonly (string | null)[])[];

/** Errors of one kind that are looked for at once. */
const most = 1000;

/** Looks for what only the rows of an import together show, or with those that are in the catalogue. */
export class StagedChecks {
  constructor(
    private readonly session: Session,
    private readonly staging: Staging,
  ) {}

  async find(): Promise<FoundError[]> {
    const found: FoundError[] = [];
    for (const table of this.staging.tables) {
      if ((await this.ask(`SELECT EXISTS (SELECT FROM ${table.staged})::text`))[0]?.[0] !== 'true') continue;
      found.push(...(await this.duplicates(table)), ...(await this.danglingReferences(table)));
      found.push(...(await this.wrongCategories(table)), ...(await this.circles(table)));
    }
    return [...found, ...(await this.doubleBookings())];
  }

  private async duplicates(table: StagedTable): Promise<FoundError[]> {
    const { staged, role, key } = table;
    if (role === 'entity') return [];
    const keys = key.join(', ');
    const rows = await this.ask(
      `SELECT s.source_no::text, s.line_no::text, s.item_no::text, s.${key.at(-1)}::text, f.source_no::text, f.line_no::text
       FROM (SELECT ${keys}, min((source_no::bigint << 32) + line_no) AS first FROM ${staged} GROUP BY ${keys} HAVING count(*) > 1 LIMIT ${most}) d
       JOIN ${staged} s USING (${keys})
       JOIN LATERAL (SELECT (d.first >> 32)::int AS source_no, (d.first & 4294967295)::int AS line_no) f ON true
       WHERE (s.source_no, s.line_no) <> (f.source_no, f.line_no) OR s.item_no > 0
       ORDER BY s.source_no, s.line_no, s.item_no`,
    );
    return rows.map((row) => {
      const detail = ['must be unique: ', quoted(row[3]), ' is also at ', placeOf(row.slice(4))];
      return { row: placeOf(row), pointer: pointerOf(table, key.at(-1) ?? 'id', row), detail };
    });
  }

  private async danglingReferences(table: StagedTable): Promise<FoundError[]> {
    const found: FoundError[] = [];
    for (const { column, target } of table.facts.foreignKeys) {
      const to = this.staging.tables.find((each) => each.table === target);
      if (!to || to.role === 'entity' || table.owners.some((owner) => owner.column === column)) continue;
      if (!table.columns.some(({ name }) => name === column)) continue;
      const rows = await this.ask(
        `SELECT s.source_no::text, s.line_no::text, s.item_no::text, s.${column}::text FROM ${table.staged} s
         WHERE s.${column} IS NOT NULL AND NOT EXISTS (SELECT FROM ${to.staged} n WHERE n.id = s.${column})
           AND NOT EXISTS (SELECT FROM ${target} t WHERE t.id = s.${column}) LIMIT ${most}`,
      );
      for (const row of rows) {
        const detail = [
          `must be an id of ${target}: `,
          quoted(row[3]),
          ' is neither in these files nor in the catalogue',
        ];
        found.push({ row: placeOf(row), pointer: pointerOf(table, column, row), detail });
      }
    }
    return found;
  }

  private async wrongCategories(table: StagedTable): Promise<FoundError[]> {
    const type = categoryTypes[table.table];
    if (type === undefined) return [];
    const rows = await this.ask(
      `SELECT s.source_no::text, s.line_no::text, s.item_no::text, coalesce(n.type, t.type)::text FROM ${table.staged} s
       LEFT JOIN staged_categories n ON n.id = s.category_id LEFT JOIN categories t ON t.id = s.category_id
       WHERE coalesce(n.type, t.type) <> '${type}' LIMIT ${most}`,
    );
    return rows.map((row) => ({
      row: placeOf(row),
      pointer: pointerOf(table, 'category_id', row),
      detail: [`must be a category of type ${type}, and this one is of type ${row[3]}`],
    }));
  }

  private async circles(table: StagedTable): Promise<FoundError[]> {
    const parent = table.facts.foreignKeys.find(({ target }) => target === table.table)?.column;
    if (parent === undefined) return [];
    const rows = await this.ask(
      `WITH RECURSIVE parents AS (
         SELECT id, ${parent} AS parent FROM ${table.staged}
         UNION ALL SELECT t.id, t.${parent} FROM ${table.table} t WHERE NOT EXISTS (SELECT FROM ${table.staged} s WHERE s.id = t.id)
       ), above AS (
         SELECT id, parent FROM parents WHERE parent IS NOT NULL
         UNION SELECT a.id, p.parent FROM above a JOIN parents p ON p.id = a.parent WHERE p.parent IS NOT NULL
       )
       SELECT s.source_no::text, s.line_no::text, s.item_no::text FROM ${table.staged} s JOIN above a ON a.id = s.id AND a.parent = s.id
       LIMIT ${most}`,
    );
    const detail = [`must not lead back to this line: the references of ${table.table} to one another form a circle`];
    return rows.map((row) => ({ row: placeOf(row), pointer: pointerOf(table, parent, row), detail }));
  }

  /** A unit is never booked twice for one time by bookings that take time. */
  private async doubleBookings(): Promise<FoundError[]> {
    if (!this.staging.has('bookings')) return [];
    if ((await this.ask('SELECT EXISTS (SELECT FROM staged_bookings)::text'))[0]?.[0] !== 'true') return [];
    await this.session.exec(makeTimes);
    const pairs = [...(await this.ask(doubleAmongStaged))];
    const longest = (await this.ask(longestSpan))[0]?.[0];
    if (typeof longest === 'string') pairs.push(...(await this.ask(doubleWithStored(longest))));
    return pairs.flatMap((row) => {
      const [one, other] = [row.slice(1, 3), row.slice(4, 6)].map((place) =>
        place[0] === null ? null : placeOf(place),
      );
      const later = !one || (other && isBefore(one, other)) ? other : one;
      if (!later) return [];
      const [first, id] = later === one ? [other, row[3]] : [one, row[0]];
      const holder = first ? [first] : ['booking ', quoted(id), ' of the catalogue'];
      const detail = ['must not take time that ', ...holder, ' has taken of the same unit'];
      return [{ row: later, pointer: '/slots', detail }];
    });
  }

  private ask(text: string): Promise<Rows> {
    return this.session.query({ text });
  }
}

const isBefore = (one: Place, other: Place): boolean =>
  one.source === other.source ? one.line < other.line : one.source < other.source;

export const placeOf = ([source, line]: readonly (string | null)[]): Place => ({
  source: Number(source),
  line: Number(line),
});

export const quoted = (value: string | null | undefined): Quoted => ({ value: String(value) });

/** Where a column of a staged row stands in its line, whose third column is the place in the array. */
export function pointerOf(table: StagedTable, column: string, row: readonly (string | null)[]): string {
  const pointer = table.columns.find(({ name }) => name === column)?.pointer ?? '';
  return pointer.replace('*', row[2] ?? '0');
}

const taking = seatHoldingStates.map((state) => `'${state}'`).join(', ');

const unit = (alias: string): string => `coalesce(${alias}.machine_unit_id, ${alias}.place_unit_id)`;

/** To parse the slots of all bookings would take longer than all else. */
const several = `b.slots LIKE '%"start_time"%"start_time"%'`;

/**
 * When staged bookings take their units, of those units for which some of it is new. Those that are stored just so were
 * there before, whatever they overlap.
 */
const makeTimes = `
  DROP TABLE IF EXISTS pg_temp.staged_times;
  CREATE TEMP TABLE staged_times AS WITH
  staged AS MATERIALIZED (
    SELECT b.source_no, b.line_no, b.id, ${unit('b')} AS unit, b.starts_at, b.ends_at, b.slots, t.id IS NULL AS changed
    FROM staged_bookings b LEFT JOIN bookings t ON t.id = b.id AND t.state IN (${taking}) AND ${unit('t')} = ${unit('b')} AND t.slots::text = b.slots
    WHERE b.state IN (${taking}) AND num_nonnulls(b.machine_unit_id, b.place_unit_id) = 1
  ), compared AS MATERIALIZED (SELECT * FROM staged WHERE unit IN (SELECT unit FROM staged WHERE changed))
  SELECT source_no, line_no, id, unit, changed, starts_at, ends_at FROM compared b WHERE NOT ${several}
  UNION ALL
  SELECT source_no, line_no, id, unit, changed, (slot ->> 'start_time')::timestamptz, (slot ->> 'end_time')::timestamptz
  FROM compared b, LATERAL json_array_elements(b.slots::json) AS slot WHERE ${several};
  ANALYZE staged_times`;

const doubleAmongStaged = `
  WITH late AS MATERIALIZED (
    SELECT * FROM (
      SELECT t.*, t.starts_at < max(t.ends_at) OVER (PARTITION BY t.unit ORDER BY t.starts_at, t.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS shared
      FROM staged_times t
    ) w WHERE w.shared LIMIT ${most}
  )
  SELECT DISTINCT ON (l.id) l.id::text, l.source_no::text, l.line_no::text, o.id::text, o.source_no::text, o.line_no::text
  FROM late l JOIN staged_times o ON o.unit = l.unit AND o.id <> l.id AND o.starts_at < l.ends_at AND l.starts_at < o.ends_at
  WHERE l.changed OR o.changed`;

/** Null where there are no such bookings. */
const longestSpan = `SELECT max(ends_at - starts_at)::text FROM bookings
  WHERE num_nonnulls(machine_unit_id, place_unit_id) = 1`;

/** An index leads to the bookings of a unit by their start, so that no more of them are read than can reach so far. */
function doubleWithStored(longest: string): string {
  const of = (column: string): string => `
    SELECT n.*, b.id AS stored FROM staged_times n JOIN bookings b ON b.${column} = n.unit AND b.ends_at > n.starts_at
      AND b.starts_at < n.ends_at AND b.starts_at >= n.starts_at - interval '${longest}'
    WHERE n.changed AND b.state IN (${taking}) AND NOT EXISTS (SELECT FROM staged_bookings s WHERE s.id = b.id)
      AND EXISTS (SELECT FROM json_array_elements(b.slots) AS slot
        WHERE (slot ->> 'start_time')::timestamptz < n.ends_at AND (slot ->> 'end_time')::timestamptz > n.starts_at)`;
  return `
    SELECT DISTINCT ON (p.id) p.id::text, p.source_no::text, p.line_no::text, p.stored::text, NULL::text, NULL::text
    FROM (${of('machine_unit_id')} UNION ALL ${of('place_unit_id')}) p LIMIT ${most}`;
}
