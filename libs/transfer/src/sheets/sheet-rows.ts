import type { ReadSource } from '@resource-catalogue/database';
import { isObject } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import { rowsWithIds } from '../export-rows.js';
import type { SourceRow } from '../import-catalogue.js';
import { firstOf } from '../import-limits.js';
import { memberText } from '../raw-json.js';
import { isUuid } from '../text-formats.js';
import type { SpaceZones, TimeZone } from './local-times.js';
import type { SheetHead, SheetRow } from './read-sheet.js';
import { ownHeader, type Place, type SheetPlan } from './sheet-columns.js';
import { lackingPlaces, missingHeaders } from './sheet-head.js';
import type { RowNames } from './sheet-names.js';
import { type Cells, rowValue } from './sheet-values.js';

/** Turns the rows of one sheet into objects of the API. */
export class SheetRows {
  private readonly lacks: Set<Place>;
  /** Columns that a new row would need. */
  private readonly missing: readonly string[];
  private readonly commonZone: TimeZone | null;

  constructor(
    private readonly source: ReadSource,
    private readonly definition: Definition,
    private readonly plan: SheetPlan,
    private readonly head: SheetHead,
    private readonly defaults: ReadonlyMap<string, unknown>,
    private readonly zones: SpaceZones,
    prune: boolean,
  ) {
    this.lacks = lackingPlaces(plan, head.headers);
    this.missing = missingHeaders(plan, this.lacks, defaults);
    // Where a row that is left out is deleted, one that is there again is not.
    const deletion = plan.members.find(({ key }) => key === 'soft_deleted_at');
    if (prune && deletion) this.lacks.delete(deletion);
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
    const problems: string[] = row.problem === null ? [] : [row.problem];
    const id = names.ownId(cells);
    if (id === null) return { line, problem: `${ownHeader(plan)} is missing` };
    const stored = storedRows.get(id);
    if (!stored && missing.length > 0) {
      return { line, problem: `is new, so the file must have the columns ${missing.join(', ')}` };
    }
    // Beside an id, as in an export, the key is the stored text.
    const trimmed = cells.has('id') ? null : plan.key;
    const named: Cells = (header) => (header === trimmed ? cells.get(header)?.trim() : cells.get(header));
    const reading = {
      id,
      decimalComma: this.head.decimalComma,
      zone: this.zoneOf(this.spaceOf(id, cells, names, stored), cells),
      defaults,
      lacks,
      idOf: names.idOf,
      report: (header: string, problem: string) => problems.push(`${header} ${problem}`),
    };
    const value = rowValue(plan.members, named, reading, stored?.value ?? null);
    if (problems.length > 0) return { line, problem: firstOf([...new Set(problems)], '; ') };
    const text = stored && keptText(value, stored);
    return { line, value, ...(text !== undefined && { text }) };
  }

  /** The time zone of the row itself, of its space, or of all spaces. */
  private zoneOf(space: unknown, cells: SheetRow['cells']): TimeZone | null {
    const own = this.zones.called(cells.get('time_zone')?.trim() ?? '');
    return own ?? (typeof space === 'string' ? this.zones.of(space) : null) ?? this.commonZone;
  }

  /** The id of the space in which a row is. */
  private spaceOf(id: string, cells: SheetRow['cells'], names: RowNames, stored: StoredRow | undefined): unknown {
    if (this.plan.collection === 'spaces') return id;
    const place = this.plan.members.find(({ key }) => key === 'space');
    if (place?.at !== 'reference') return null;
    if (this.lacks.has(place)) return isObject(stored?.value['space']) ? stored.value['space']['id'] : null;
    const name = cells.get(`${place.path}.${place.to.key}`)?.trim();
    if (name === undefined) return cells.get(`${place.path}.id`)?.trim();
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
