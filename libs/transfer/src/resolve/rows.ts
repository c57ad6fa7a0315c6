import { isUuid } from '@resource-catalogue/contracts';
import type { ReadSource } from '@resource-catalogue/database';
import { isObject } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import { rowsWithIds } from '../export/export-rows.js';
import type { SourceRow } from '../source-row.js';
import { type CellProblem, type Detail, quotation, invalidValue } from '../import-errors.js';
import { memberText } from '../read/raw-json.js';
import { LocalTime, type TimeZone } from '../values/times.js';
import { type FieldLayout, type Layout, ownHeader, placeHeaders, usualHeader } from '../layout.js';
import type { MappedFile } from '../map/mapped-file.js';
import type { MappedRow } from '../map/columns.js';
import { findDefaults, lackingPlaces } from './empty-cells.js';
import { ownName, type RowNames, type Names, textIn, type Values } from './names.js';
import { rowValue } from './row-value.js';
import type { SpaceZones } from './space-zones.js';

/** Reports an error in a column; an empty one stands for the whole row. */
type Report = (column: string, ...detail: Detail) => void;

/** Converts the rows of one file to API objects. */
export class RowResolver {
  private readonly layout: Layout;
  private readonly now = new Date().toISOString();
  /** Places without a column, by the columns that a row only has defaults for. */
  private readonly lacks = new Map<string, ReadonlySet<FieldLayout>>();

  constructor(
    private readonly source: ReadSource,
    private readonly definition: Definition,
    private readonly file: MappedFile,
    private readonly defaults: ReadonlyMap<string, unknown>,
    private readonly zones: SpaceZones,
    private readonly allNames: Names,
  ) {
    this.layout = file.layout;
  }

  async objects(batch: readonly MappedRow[], names: RowNames): Promise<readonly SourceRow[]> {
    // Stored values fill missing columns; a file with all columns, such as an export, needs none.
    const isWhole = this.file.headers.includes('id') && this.lacking([]).size === 0;
    const ids = isWhole ? [] : batch.map((row) => names.ownId(allValues(row)));
    const stored = await storedRows(this.source, this.definition, ids);
    return batch.map((row) => this.object(row, names, stored));
  }

  private object(row: MappedRow, names: RowNames, storedRows: ReadonlyMap<string, StoredRow>): SourceRow {
    const { layout, file } = this;
    const { line } = row;
    const all = allValues(row);
    const problems: CellProblem[] = [...row.problems];
    const report: Report = (column, ...detail) => void problems.push({ column, detail });
    const id = names.ownId(all);
    if (id === null) {
      if (problems.length === 0) this.reportUnnamed(all, report);
      return { line, problems };
    }
    const stored = storedRows.get(id);
    const values = stored ? this.withoutDefaults(row) : all;
    const lacks = this.lacking(stored ? [...row.defaults.keys()].filter((header) => !values.has(header)) : []);
    const damage = this.allNames.describeDamage(layout, all, stored?.value ?? null);
    if (damage !== null) report(ownHeader(layout), ...damage);
    this.reportMovedKey(row, stored, report);
    reportUntimedEnd(values, report);
    const missing = new Set<string>();
    const reading = {
      id,
      zone: this.rowZone(this.rowSpace(id, all, names, stored, lacks), all),
      empty: this.emptyValues(all, stored),
      lacks,
      idOf: names.idOf,
      columnName: file.columnName,
      report,
      reportMissing: (place: FieldLayout): void => {
        // A cell that cannot be read is not missing.
        if (row.problems.some(({ column }) => place.columns.has(column))) return;
        if (stored || !lacks.has(place)) report(usualHeader(place), 'is missing');
        else missing.add(file.columnName(usualHeader(place)));
      },
    };
    const value = rowValue(layout.members, withOwnName(layout, values, all), reading, stored?.value ?? null);
    if (missing.size > 0) {
      const columns = `${missing.size === 1 ? 'column' : 'columns'} ${[...missing].join(', ')}`;
      report('', `is new, so the file must have the ${columns}`);
      return { line, problems };
    }
    if (problems.length > 0) return { line, value, problems };
    const text = stored && keptText(value, stored);
    return { line, value, ...(text !== undefined && { text }) };
  }

  /** The values that replace those of a stored row; the columns of an array belong together. */
  private withoutDefaults({ values, defaults }: MappedRow): Values {
    const arrays = this.layout.members.filter(({ at }) => at === 'list').map(placeHeaders);
    const needed = arrays.filter((headers) => headers.some((header) => values.has(header))).flat();
    const kept = needed.flatMap((header) => (defaults.has(header) ? [[header, defaults.get(header)] as const] : []));
    return kept.length === 0 ? values : new Map([...values, ...kept]);
  }

  /** Places without a column in the file, treating the columns `without` as absent. */
  private lacking(without: readonly string[]): ReadonlySet<FieldLayout> {
    const key = without.join();
    const known = this.lacks.get(key);
    if (known) return known;
    const headers = this.file.headers.filter((header) => !without.includes(header));
    const lacks = lackingPlaces(this.layout, headers);
    // Listed rows are live unless the file says otherwise.
    const deletion = this.layout.members.find((place) => place.key === 'soft_deleted_at');
    if (deletion) lacks.delete(deletion);
    this.lacks.set(key, lacks);
    return lacks;
  }

  /** Rejects a key that was numbered in the order of the rows if it would move to another serial number. */
  private reportMovedKey({ values }: MappedRow, stored: StoredRow | undefined, report: Report): void {
    const [serial, other] = [values.get('serial_number'), stored?.value['serial_number']];
    if (typeof serial !== 'string' || typeof other !== 'string' || serial === other) return;
    for (const header of this.file.numbered) {
      const [key, kept] = [quotation(values.get(header)), quotation(other)];
      const advice = ', which is numbered in the order of the rows: map a column with a unique number instead';
      report('serial_number', 'must stay ', kept, ` for the ${header} `, key, advice);
    }
  }

  /** The values of empty cells, by key. Database defaults take precedence. */
  private emptyValues(values: Values, stored: StoredRow | undefined): ReadonlyMap<string, unknown> {
    const empty = findDefaults(this.layout.collection, values, this.now, stored?.value);
    const space = this.zones.singleSpace();
    // In a row with an id, as in an export, an empty space means no space.
    if (space !== null && !values.has('id')) empty.set('space', stored ? stored.value['space'] : { id: space });
    return new Map([...empty, ...this.defaults]);
  }

  /** Reports that nothing identifies the row. */
  private reportUnnamed(values: Values, report: Report): void {
    const { key } = this.layout;
    const name = textIn(values, 'name');
    if (key !== 'slug' || this.file.headers.includes(key)) report(ownHeader(this.layout), 'is missing');
    else if (name === undefined) report('name', 'is missing');
    else report('name', 'has no letter or digit for a slug: add a column slug, as for ', quotation(name));
  }

  /** The time zone of the row, its space or all spaces. Rows of an unknown space are rejected for that error only. */
  private rowZone(space: string | null, values: Values): TimeZone | null {
    const own = this.zones.findZone(textIn(values, 'time_zone') ?? '');
    return own ?? (space === null ? this.zones.commonZone() : this.zones.zoneOf(space));
  }

  /** The id of the row's space. */
  private rowSpace(
    id: string,
    values: Values,
    names: RowNames,
    stored: StoredRow | undefined,
    lacks: ReadonlySet<FieldLayout>,
  ): string | null {
    if (this.layout.collection === 'spaces') return id;
    const place = this.layout.members.find(({ key }) => key === 'space');
    if (place?.at !== 'reference') return null;
    if (stored && lacks.has(place)) {
      const { space } = stored.value;
      return isObject(space) ? String(space['id']) : null;
    }
    const name = textIn(values, `${place.path}.${place.to.key}`);
    if (name === undefined) return textIn(values, `${place.path}.id`) ?? this.zones.singleSpace();
    const found = names.idOf(place.to, name);
    return 'id' in found ? found.id : null;
  }
}

/** The values of a row if it is new. */
export const allValues = ({ values, defaults }: MappedRow): Values =>
  defaults.size === 0 ? values : new Map([...defaults, ...values]);

/** The values with a name that is derived from others. */
function withOwnName(layout: Layout, values: Values, all: Values): Values {
  const name = ownName(layout, all);
  return layout.key === null || name === null || values.has(layout.key)
    ? values
    : new Map([...values, [layout.key, name]]);
}

/** Rejects an end without a time for a start with one: the beginning or the end of that day could be meant. */
function reportUntimedEnd(values: Values, report: Report): void {
  const [start, end] = [values.get('starts_at'), values.get('ends_at')];
  if (!(end instanceof LocalTime) || !end.isDay) return;
  if (start === undefined || (start instanceof LocalTime && start.isDay)) return;
  report('ends_at', ...invalidValue('must have a time, as the start has one', end.day, null));
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
