import type { ReadSource } from '@resource-catalogue/database';
import { isObject } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import { rowsWithIds } from '../export/export-rows.js';
import type { SourceRow } from '../import-catalogue.js';
import { type CellProblem, quotation, refusal } from '../import-errors.js';
import { memberText } from '../read/raw-json.js';
import { isUuid } from '../values/text-formats.js';
import { isWholeDay } from '../values/cell-values.js';
import type { SpaceZones, TimeZone } from '../values/local-times.js';
import type { SheetHead, SheetRow } from '../read/read-sheet.js';
import { ownHeader, type FieldLayout, type SheetPlan, usualHeader } from './sheet-columns.js';
import { lackingPlaces } from './sheet-head.js';
import { guessesFor } from './sheet-defaults.js';
import { ownName, type RowNames, type SheetNames } from './sheet-names.js';
import { type Cells, rowValue } from './sheet-values.js';

/** Converts the rows of one sheet to API objects. */
export class SheetRows {
  private readonly lacks: Set<FieldLayout>;
  private readonly now = new Date().toISOString();

  constructor(
    private readonly source: ReadSource,
    private readonly definition: Definition,
    private readonly plan: SheetPlan,
    private readonly head: SheetHead,
    private readonly defaults: ReadonlyMap<string, unknown>,
    private readonly zones: SpaceZones,
    private readonly allNames: SheetNames,
    private readonly columnName: (header: string) => string,
  ) {
    this.lacks = lackingPlaces(plan, head.headers);
    // Listed rows are live unless the sheet says otherwise.
    const deletion = plan.members.find(({ key }) => key === 'soft_deleted_at');
    if (deletion) this.lacks.delete(deletion);
  }

  async objects(batch: readonly SheetRow[], names: RowNames): Promise<readonly SourceRow[]> {
    // Stored values fill missing columns; a file with all columns, such as an export, needs none.
    const isWhole = this.lacks.size === 0 && this.head.headers.includes('id');
    const ids = isWhole ? [] : batch.map(({ cells }) => names.ownId(cells));
    const stored = await storedRows(this.source, this.definition, ids);
    return batch.map((row) => this.object(row, names, stored));
  }

  private object(row: SheetRow, names: RowNames, storedRows: ReadonlyMap<string, StoredRow>): SourceRow {
    const { plan, lacks } = this;
    const { line, cells } = row;
    const problems: CellProblem[] = [...row.problems];
    const report = (column: string, ...detail: CellProblem['detail']): void => void problems.push({ column, detail });
    if (cells.size === 0) return { line, problems };
    const id = names.ownId(cells);
    if (id === null) {
      report(...this.withoutName(cells));
      return { line, problems };
    }
    const stored = storedRows.get(id);
    const damage = this.allNames.describeDamage(plan, cells, stored?.value ?? null);
    if (damage !== null) report(ownHeader(plan), ...damage);
    const untimed = endWithoutTime(cells);
    if (untimed !== null) report('ends_at', ...untimed);
    // Next to an id, as in an export, the key is the stored text.
    const trimmed = cells.has('id') ? null : plan.key;
    const named: Cells = (header) => (header === trimmed ? (ownName(plan, cells) ?? undefined) : cells.get(header));
    const missing = new Set<string>();
    const reading = {
      id,
      decimalComma: this.head.decimalComma,
      zone: this.rowZone(this.rowSpace(id, cells, names, stored), cells),
      empty: this.emptyValues(cells, stored),
      lacks,
      idOf: names.idOf,
      columnName: this.columnName,
      report,
      reportMissing: (place: FieldLayout): void => {
        if (stored || !lacks.has(place)) report(usualHeader(place), 'is missing');
        else missing.add(this.columnName(usualHeader(place)));
      },
    };
    const value = rowValue(plan.members, named, reading, stored?.value ?? null);
    if (missing.size > 0) {
      const columns = `${missing.size === 1 ? 'column' : 'columns'} ${[...missing].join(', ')}`;
      report('', `is new, so the file must have the ${columns}`);
      return { line, problems };
    }
    if (problems.length > 0) return { line, value, problems };
    const text = stored && keptText(value, stored);
    return { line, value, ...(text !== undefined && { text }) };
  }

  /** The values of empty cells, by key. Database defaults take precedence. */
  private emptyValues(cells: SheetRow['cells'], stored: StoredRow | undefined): ReadonlyMap<string, unknown> {
    const values = guessesFor(this.plan.collection, cells, this.now, stored?.value);
    const space = this.zones.only();
    // In a row with an id, as in an export, an empty space means no space.
    if (space !== null && !cells.has('id')) values.set('space', stored ? stored.value['space'] : { id: space });
    return new Map([...values, ...this.defaults]);
  }

  /** Reports that nothing identifies the row. */
  private withoutName(cells: SheetRow['cells']): [column: string, ...detail: CellProblem['detail']] {
    const { key } = this.plan;
    const name = cells.get('name');
    if (key !== 'slug' || this.head.headers.includes(key)) return [ownHeader(this.plan), 'is missing'];
    if (name === undefined) return ['name', 'is missing'];
    return ['name', 'has no letter a-z for a slug: add a column slug, as for ', quotation(name)];
  }

  /** The time zone of the row, its space or all spaces. Rows of an unknown space are rejected for that error only. */
  private rowZone(space: string | null, cells: SheetRow['cells']): TimeZone | null {
    const own = this.zones.called(cells.get('time_zone')?.trim() ?? '');
    return own ?? (space === null ? this.zones.common() : this.zones.of(space));
  }

  /** The id of the row's space. */
  private rowSpace(
    id: string,
    cells: SheetRow['cells'],
    names: RowNames,
    stored: StoredRow | undefined,
  ): string | null {
    if (this.plan.collection === 'spaces') return id;
    const place = this.plan.members.find(({ key }) => key === 'space');
    if (place?.at !== 'reference') return null;
    if (stored && this.lacks.has(place)) {
      const { space } = stored.value;
      return isObject(space) ? String(space['id']) : null;
    }
    const name = cells.get(`${place.path}.${place.to.key}`)?.trim();
    if (name === undefined) return cells.get(`${place.path}.id`)?.trim() ?? this.zones.only();
    const found = names.idOf(place.to, name);
    return 'id' in found ? found.id : null;
  }
}

/** Rejects an end without a time for a start with one: the beginning or the end of that day could be meant. */
function endWithoutTime(cells: SheetRow['cells']): CellProblem['detail'] | null {
  const [start, end] = [cells.get('starts_at'), cells.get('ends_at')];
  if (end === undefined || !isWholeDay(end) || !/\d:\d/.test(start ?? '')) return null;
  return refusal('must have a time, as the start has one', end, null);
}

/** A stored row in the API's format. */
interface StoredRow {
  readonly value: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** The stored rows with these ids. */
async function storedRows(
  source: ReadSource,
  definition: Definition,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, StoredRow>> {
  const wanted = new Set(ids.filter(isUuid));
  const found = new Map<string, StoredRow>();
  if (wanted.size === 0) return found;
  for await (const texts of rowsWithIds(definition, source, [...wanted].sort())) {
    for (const text of texts) {
      const value: unknown = JSON.parse(text);
      if (isObject(value)) found.set(String(value['id']), { value, text });
    }
  }
  return found;
}

/** The original JSON of a stored value; undefined if printing it gives the same text. */
function keptText(value: StoredRow['value'], stored: StoredRow): string | undefined {
  if (JSON.stringify(stored.value) === stored.text) return undefined;
  const kept = Object.keys(value).filter((key) => typeof value[key] === 'object' && value[key] === stored.value[key]);
  return `{${kept.map((key) => `"${key}":${memberText(stored.text, key, value[key])}`).join()}}`;
}
