import { collections, type Field, fieldTable, setWhenText } from '@resource-catalogue/contracts';
import type { Session } from '@resource-catalogue/database';
import { type Detail, type FoundError, type LineLocation, toLocation } from '../import-errors.js';
import { goneParts } from '../merge/row-conditions.js';
import { findErrors, sourcePosition, columnPointer, toQuoted } from './staged-checks.js';
import { isJson, type StagedTable, type Staging } from '../stage/staging.js';

type CheckRules = Readonly<Record<string, readonly [key: string, detail: string]>>;

/** Rules with the same message for several keys; each check is named after its key. */
const sameRule = (detail: string, ...keys: readonly string[]): CheckRules =>
  Object.fromEntries(keys.map((key) => [key, [key, detail]]));

/** Message for each check constraint, by its name without the table and `_check`: the key and the expected value. */
const checkRules: CheckRules = {
  ...sameRule('must have 1 to 200 characters', 'name', 'sku', 'number', 'code'),
  ...sameRule(
    'must be at least 1',
    'seats_per_session',
    'maximum_seats_per_booking',
    'capacity_per_unit',
    'duration_count',
  ),
  ...sameRule(
    'must have known units and values of at least 1',
    'machine_quotas',
    'machine_booking_minimum_durations',
    'place_quotas',
    'place_booking_minimum_durations',
  ),
  timestamps: ['updated_at', 'must not be earlier than created_at'],
  publication: ['published_at', 'must be null while publication_state is draft, and set while it is published'],
  slug: ['slug', 'must be words of a-z and 0-9 with single hyphens between them, at most 100 characters'],
  image: ['image', 'must be null, or have sm, md and lg'],
  names: ['last_name', 'must have 1 to 200 characters, and first_name at most 200'],
  email: ['email', 'must have 1 to 255 characters'],
  buying_cta: [
    'buying_cta_kind',
    'must match buying_cta_email, buying_cta_url and buying_cta_text: exactly the one of this kind must be set',
  ],
  buying_cta_text: ['buying_cta_text', 'must be an object'],
  accessibility: ['accessibility', 'must contain only visual, hearing, motor and mental'],
  span: [
    'ends_at',
    'must be later than starts_at, and the two must be the start of the first and the end of the last slot',
  ],
  slots: ['slots', 'must be in order and must not overlap, and each slot must end after it starts'],
  time_step: ['hourly_booking_time_step_in_minutes', 'must be 5, 10, 15, 20, 30 or 60'],
  custom: ['custom_duration_type', 'must be set if and only if kind is custom'],
  seats_total: ['seats_total', 'must not be negative'],
  amount: ['amount_in_cents', 'must not be negative, and currency must have three capital letters'],
  address: ['address', 'must be an object or null'],
  target: [
    'machine_unit',
    'must be null unless place_unit, event_session and training_session are null: a booking has exactly one of the four',
  ],
  reserved_by: [
    'reserved_by_event_session',
    'must be null if reserved_by_training_session is set; a booking for a session has neither member nor group',
  ],
  location: ['location_name', 'must be set when location_kind is offsite'],
  age: ['age_min', 'must not be negative, and neither must age_max'],
  charged: ['pricing', 'must be charged if and only if amount_in_cents and currency are set'],
  owner: ['id', 'must belong to exactly one owner'],
  summary: ['summary', 'must have at most 500 characters'],
  description: ['description', 'must have at most 100000 characters'],
  description_rendered: ['description_rendered', 'must be null if and only if description is'],
  external_url: ['external_url', 'must be an http or https URL of at most 2048 characters'],
  tags: ['tags', 'must have at most 20 items of 1 to 50 characters each'],
  steps: [
    'steps',
    'must have at most 100 items, with positions 1 to n, titles of 1 to 200 characters, and both descriptions or neither',
  ],
  parent: ['parent', 'must not refer to the line itself'],
  position: ['latitude', 'must be null if and only if longitude is'],
  opening_hours: ['opening_hours', 'must be sorted by day and time, with days 1 to 7 and times like 08:00'],
  opening_exceptions: [
    'opening_exceptions',
    'must have at most 1000 items, sorted by date and time, and no other item for a date that is closed',
  ],
  endless: ['ends_at', 'must be set unless renews_automatically is true'],
  duration_in_minutes: ['duration_in_minutes', 'must be at least 15'],
  minimum_seats: ['minimum_seats', 'must be at least 1, and auto_cancel_before_in_hours must not be negative'],
  auto_cancel: ['minimum_seats', 'must be null if and only if auto_cancel_before_in_hours is'],
  accreditation_validity: ['accreditation_validity_in_months', 'must be at least 1'],
};

/** Subscriptions have a time span but no slots. */
const ownRules: CheckRules = { subscriptions_span: ['ends_at', 'must be later than starts_at'] };

export function checkRule(table: string, constraint: string): readonly [key: string, detail: string] | undefined {
  const rule = constraint.slice(table.length + 1).replace(/_check$/, '');
  return ownRules[`${table}_${rule}`] ?? numberRule(table, rule) ?? checkRules[rule] ?? contractRule(table, rule);
}

const fieldsOf = (table: string): ReadonlyMap<string, Field> => {
  const resource = collections.find(({ name }) => name === table)?.resource;
  return resource ? fieldTable(resource) : new Map<string, Field>();
};

/** The limits of a number; texts and numbers may have the same key, such as `number`. */
function numberRule(table: string, rule: string): readonly [key: string, detail: string] | undefined {
  const field = fieldsOf(table).get(rule);
  const detail = field && field.kind !== 'text' ? limitsText(field) : null;
  return detail === null ? undefined : [rule, detail];
}

/**
 * A rule of the contract; its check is named after the field, without `_at`: its limits, or, if it has none or under
 * `FIELD_by_OTHER`, the rule between two fields.
 */
function contractRule(table: string, rule: string): readonly [key: string, detail: string] | undefined {
  const fields = fieldsOf(table);
  const field = fields.get(rule.replace(/_by_\w+$/, '')) ?? fields.get(`${rule}_at`);
  if (field === undefined) return undefined;
  const limits = rule.includes('_by_') ? null : limitsText(field);
  const detail = limits ?? (field.setWhen ? setWhenText(field.setWhen) : null);
  return detail === null ? undefined : [field.name, detail];
}

/** The limits of a field in words; null if it has none that a check of the database can have. */
function limitsText({ kind, limits = {} }: Field): string | null {
  const { min, max, only, maxLength } = limits;
  if (only !== undefined) return `must be one of ${only.join(', ')}`;
  if (min !== undefined && max !== undefined) return `must be from ${min} to ${max}`;
  if (min !== undefined) return min === 0 ? 'must not be negative' : `must be at least ${min}`;
  if (max !== undefined) return `must be at most ${max}`;
  return kind === 'text' && maxLength !== undefined ? `must have at most ${maxLength} characters` : null;
}

/** Finds the staged rows that violate check constraints or unique indexes of the database. */
export async function constraintErrors(session: Session, staging: Staging): Promise<FoundError[]> {
  const found: FoundError[] = [];
  for (const table of staging.tables) {
    found.push(...(await brokenChecks(session, table)), ...(await takenValues(session, table)));
    found.push(...(await changedBeforeCreated(session, table)));
    found.push(...(await neededParts(session, table, staging)));
  }
  return found;
}

/** Staged rows with the columns and types of their table. */
function asStored(table: StagedTable): string {
  const columns = table.columns.map(({ name }) => `${name}${isJson(table, name) ? '::json' : ''} AS ${name}`);
  const absent = [...table.facts.columns].flatMap(([name, { type }]) =>
    table.columns.some((column) => column.name === name) ? [] : [`NULL::${type} AS ${name}`],
  );
  return `(SELECT ${[...columns, ...absent, 'source_no', 'line_no', 'item_no'].join(', ')} FROM ${table.staged}) s`;
}

/** Errors of entities have no pointer, because lines of different collections embed them under different keys. */
function errorAt(
  { table, role }: StagedTable,
  id: string | null | undefined,
  pointer: string,
  key: string,
  detail: Detail<LineLocation>,
): Omit<FoundError, 'row'> {
  if (role !== 'entity') return { pointer, detail };
  const entity = { table, id: id ?? '' };
  return { pointer: '', detail: [`contains a row of ${table} whose ${key} `, ...detail], entity };
}

async function brokenChecks(session: Session, table: StagedTable): Promise<FoundError[]> {
  const found: FoundError[] = [];
  const [owner] = table.owners;
  for (const { name, condition } of table.facts.checks) {
    const [key, detail] = checkRule(table.table, name) ?? ['', `violates the database constraint ${name}`];
    const id = table.role === 'entity' ? ', s.id::text' : '';
    const text = `SELECT ${sourcePosition}${id} FROM ${asStored(table)} WHERE NOT (${condition})`;
    const errors = await findErrors(session, text, (row) => {
      const pointer = table.role === 'part' && owner ? `/${owner.key}/${row[2]}/${key}` : `/${key}`;
      return errorAt(table, row[3], pointer, key, [detail]);
    });
    found.push(...errors);
  }
  return found;
}

/** A line without `created_at` keeps the stored one. */
async function changedBeforeCreated(session: Session, table: StagedTable): Promise<FoundError[]> {
  const columns = new Set(table.columns.map(({ name }) => name));
  if (!columns.has('created_at') || !columns.has('updated_at')) return [];
  const created = `to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const text = `SELECT ${sourcePosition}, ${created} FROM ${table.staged} s JOIN ${table.table} t ON t.id = s.id
    WHERE s.created_at IS NULL AND s.updated_at < t.created_at`;
  return findErrors(session, text, (row) => ({
    pointer: columnPointer(table, 'updated_at', row),
    detail: ['must not be earlier than created_at, which is stored as ', toQuoted(row[3])],
  }));
}

async function takenValues(session: Session, table: StagedTable): Promise<FoundError[]> {
  const found: FoundError[] = [];
  for (const { keys, where } of table.facts.uniques) {
    const condition = `${keys.map((key) => `${key} IS NOT NULL`).join(' AND ')}${where === null ? '' : ` AND (${where})`}`;
    const shown = keys.map((key, index) => `${key} AS k${index}`).join(', ');
    const names = keys.map((_, index) => `k${index}`);
    const same = names.map((name) => `o.${name} = s.${name}`).join(' AND ');
    const column = table.columns.find(({ name }) => keys.at(-1)?.includes(name))?.name ?? 'id';
    const text = `WITH s AS (SELECT id, source_no, line_no, item_no, ${shown} FROM ${asStored(table)} WHERE ${condition}),
        o AS (SELECT id, source_no, line_no, ${names.join(', ')} FROM s
          UNION ALL SELECT t.id, NULL, NULL, ${shown} FROM ${table.table} t WHERE ${condition} AND NOT EXISTS (SELECT FROM ${table.staged} n WHERE n.id = t.id))
        SELECT ${sourcePosition}, s.${names.at(-1)}::text, o.source_no::text, o.line_no::text, o.id::text, s.id::text
        FROM s JOIN o ON ${same} AND o.id <> s.id AND (o.source_no IS NULL OR (o.source_no, o.line_no) < (s.source_no, s.line_no))`;
    const errors = await findErrors(session, text, (row) => {
      const other = row[4] === null ? [toQuoted(row[6]), ' of the catalogue'] : [toLocation(row.slice(4))];
      const detail = [`must be unique among ${table.table}: `, ...other, ' also has ', toQuoted(row[3])];
      return errorAt(table, row[7], columnPointer(table, column, row), column, detail);
    });
    found.push(...errors);
  }
  return found;
}

/** Finds parts that an import would delete although other rows refer to them. */
async function neededParts(session: Session, part: StagedTable, staging: Staging): Promise<FoundError[]> {
  const found: FoundError[] = [];
  if (part.key.length > 1) return found;
  for (const referrer of staging.tables) {
    for (const { column, target } of referrer.facts.foreignKeys) {
      for (const owner of target === part.table ? part.owners : []) {
        const gone = goneParts(part, owner, staging.table(owner.table).staged);
        const text = `SELECT o.source_no::text, o.line_no::text, t.id::text, count(*)::text
            FROM ${gone} AND EXISTS (${stillReferring(referrer, column, staging)})
            GROUP BY 1, 2, 3`;
        const errors = await findErrors(session, text, (row) => ({
          pointer: `/${owner.key}`,
          detail: ['lacks ', toQuoted(row[2]), `, but ${referrer.table} still refer to it`],
        }));
        found.push(...errors);
      }
    }
  }
  return found;
}

/** Selects the rows that refer to part `t` after the import: staged ones, and stored ones that it leaves unchanged. */
function stillReferring({ table, staged, key, owners }: StagedTable, column: string, staging: Staging): string {
  const same = key.map((name) => `s.${name} = r.${name}`).join(' AND ');
  const replaced = owners.map((owner) => {
    const stagedOwner = staging.table(owner.table).staged;
    return ` AND NOT EXISTS (SELECT FROM ${stagedOwner} w WHERE w.id = r.${owner.column})`;
  });
  return `SELECT FROM ${staged} s WHERE s.${column} = t.id UNION ALL SELECT FROM ${table} r
    WHERE r.${column} = t.id AND NOT EXISTS (SELECT FROM ${staged} s WHERE ${same})${replaced.join('')}`;
}
