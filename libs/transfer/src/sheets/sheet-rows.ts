import type { ReadSource } from '@resource-catalogue/database';
import { isObject } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import { rowsWithIds } from '../export-rows.js';
import { quotation } from '../import-errors.js';
import type { SourceRow } from '../import-catalogue.js';
import type { CellProblem } from '../import-errors.js';
import { memberText } from '../raw-json.js';
import { isUuid } from '../text-formats.js';
import type { SpaceZones, TimeZone } from './local-times.js';
import type { SheetHead, SheetRow } from './read-sheet.js';
import { ownHeader, type Place, type SheetPlan, usualHeader } from './sheet-columns.js';
import { lackingPlaces, missingHeaders } from './sheet-head.js';
import { guessesFor } from './sheet-defaults.js';
import { ownName, type RowNames, type SheetNames } from './sheet-names.js';
import { type Cells, rowValue } from './sheet-values.js';

/** Turns the rows of one sheet into objects of the API. */
export class SheetRows {
  private readonly lacks: Set<Place>;
  /** Columns that a new row would need. */
  private readonly missing: readonly string[];
  private readonly commonZone: TimeZone | null;
  private readonly onlySpace: string | null;
  private readonly unknownSpaces = new Map<string, CellProblem['detail'] | null>();
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
    this.onlySpace = zones.only();
    this.missing = missingHeaders(plan, this.lacks, defaults, this.onlySpace !== null);
    // A row that is listed is live, unless its sheet says something else.
    const deletion = plan.members.find(({ key }) => key === 'soft_deleted_at');
    if (deletion) this.lacks.delete(deletion);
    this.commonZone = zones.common();
  }

  async objects(batch: readonly SheetRow[], names: RowNames): Promise<readonly SourceRow[]> {
    // Where the sheet has no column for a value, a row keeps what is stored.
    const ids = this.lacks.size > 0 ? batch.map(({ cells }) => names.ownId(cells)) : [];
    const stored = await storedRows(this.source, this.definition, ids);
    return batch.map((row) => this.object(row, names, stored));
  }

  private object(row: SheetRow, names: RowNames, storedRows: ReadonlyMap<string, StoredRow>): SourceRow {
    const { plan, missing, lacks, defaults } = this;
    const { line, cells } = row;
    const problems: CellProblem[] = [];
    const report = (column: string, ...detail: CellProblem['detail']): void => void problems.push({ column, detail });
    for (const { column, detail } of row.problems) report(column, ...detail);
    if (cells.size === 0) return { line, problems };
    const id = names.ownId(cells);
    if (id === null) {
      report(...this.withoutName(cells));
      return { line, problems };
    }
    const stored = storedRows.get(id);
    const damage = stored ? null : this.allNames.damageOf(plan, cells);
    if (damage !== null) report(ownHeader(plan), ...damage);
    if (!stored && missing.length > 0) {
      const columns = missing.map(this.columnName).join(', ');
      report('', `is new, so the file must have the ${missing.length === 1 ? 'column' : 'columns'} ${columns}`);
      return { line, problems };
    }
    const space = this.spaceOf(id, cells, names, stored);
    const spaceProblem = typeof space === 'string' && !this.zones.has(space) ? this.unknownSpace(space) : null;
    if (spaceProblem !== null) report(this.spaceHeader, ...spaceProblem);
    // Beside an id, as in an export, the key is the stored text.
    const trimmed = cells.has('id') ? null : plan.key;
    const named: Cells = (header) => (header === trimmed ? (ownName(plan, cells) ?? undefined) : cells.get(header));
    const guesses = guessesFor(plan.collection, cells, this.now);
    // With its id, as in an export, a row without a space is one.
    if (this.onlySpace !== null && !cells.has('id')) {
      guesses.set('space', stored ? stored.value['space'] : { id: this.onlySpace });
    }
    const reading = {
      id,
      decimalComma: this.head.decimalComma,
      zone: spaceProblem === null ? this.zoneOf(space, cells) : this.zones.called('UTC'),
      defaults,
      guesses,
      lacks,
      idOf: names.idOf,
      columnName: this.columnName,
      report,
    };
    const value = rowValue(plan.members, named, reading, stored?.value ?? null);
    if (problems.length > 0) return { line, value, problems };
    const text = stored && keptText(value, stored);
    return { line, value, ...(text !== undefined && { text }) };
  }

  /** What is wrong with the space of a row, which may be that of many rows. */
  private unknownSpace(id: string): CellProblem['detail'] | null {
    const known = this.unknownSpaces.get(id);
    if (known !== undefined) return known;
    const detail = this.allNames.unknown(id);
    this.unknownSpaces.set(id, detail);
    return detail;
  }

  /** What is wrong with a row that says nothing by which it could be known. */
  private withoutName(cells: SheetRow['cells']): [column: string, ...detail: CellProblem['detail']] {
    const { key } = this.plan;
    const name = cells.get('name');
    if (key !== 'slug' || this.head.headers.includes(key)) return [ownHeader(this.plan), 'is missing'];
    if (name === undefined) return ['name', 'is missing'];
    return ['name', 'has no letter of a-z for a slug: add the column slug, as for ', quotation(name)];
  }

  /** The time zone of the row itself, of its space, or of all spaces. */
  private zoneOf(space: unknown, cells: SheetRow['cells']): TimeZone | null {
    const own = this.zones.called(cells.get('time_zone')?.trim() ?? '');
    const isKnown = typeof space === 'string' && this.zones.has(space);
    return own ?? (isKnown ? this.zones.of(space) : this.commonZone);
  }

  /** The column of the space of a row. */
  private get spaceHeader(): string {
    const place = this.plan.members.find(({ key }) => key === 'space');
    return place ? usualHeader(place) : '';
  }

  /** The id of the space in which a row is. */
  private spaceOf(id: string, cells: SheetRow['cells'], names: RowNames, stored: StoredRow | undefined): unknown {
    if (this.plan.collection === 'spaces') return id;
    const place = this.plan.members.find(({ key }) => key === 'space');
    if (place?.at !== 'reference') return null;
    if (stored && this.lacks.has(place)) return isObject(stored.value['space']) ? stored.value['space']['id'] : null;
    const name = cells.get(`${place.path}.${place.to.key}`)?.trim();
    if (name === undefined) return cells.get(`${place.path}.id`)?.trim() ?? this.onlySpace;
    const found = names.idOf(place.to, name);
    return 'id' in found ? found.id : null;
  }
}

/** A row that is stored, as the API shows it. */
interface StoredRow {
  readonly value: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** The rows that are stored with these ids. */
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

/** The JSON of what a row keeps, as it is written; undefined where printing it again gives the same. */
function keptText(value: StoredRow['value'], stored: StoredRow): string | undefined {
  if (JSON.stringify(stored.value) === stored.text) return undefined;
  const kept = Object.keys(value).filter((key) => typeof value[key] === 'object' && value[key] === stored.value[key]);
  return `{${kept.map((key) => `"${key}":${memberText(stored.text, key, value[key])}`).join()}}`;
}
