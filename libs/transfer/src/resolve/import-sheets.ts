import type { ReadSource } from '@resource-catalogue/database';
import { catalogueCommand, CommandError } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import type { SourceRow } from '../import-catalogue.js';
import { type Detail, type ImportError, isPlace, type RowRef } from '../import-errors.js';
import type { ReadWatch } from '../read/read-lines.js';
import { defaultValues, type TableFacts, tableFacts } from '../stage/table-facts.js';
import { SpaceZones } from '../values/local-times.js';
import type { Sheet, SheetFile } from '../read/read-sheet.js';
import { placeHeaders, leaves, ownHeader, type SheetPlan, sheetPlan, usualHeader } from './sheet-columns.js';
import { headProblem } from './sheet-head.js';
import { SheetNames } from './sheet-names.js';
import { SheetRows } from './sheet-rows.js';

/** For files with the columns of the catalogue. */
const ownColumnName = (header: string): string => header;

/** Row numbers of a sheet by line. Stores only the lines at which the difference grows. */
class RowNumbers {
  private readonly lines: number[] = [];
  private readonly before: number[] = [];

  /** Records the next row. */
  note(row: number, line: number): void {
    if (line - row === (this.before.at(-1) ?? 0)) return;
    this.lines.push(line);
    this.before.push(line - row);
  }

  at(line: number): number {
    let [low, high] = [0, this.lines.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.lines[middle] ?? 0) <= line) low = middle + 1;
      else high = middle;
    }
    return line - (this.before[low - 1] ?? 0);
  }
}

/** The sheets of an import. */
export class Sheets {
  private readonly plans: ReadonlyMap<string, { readonly definition: Definition; readonly plan: SheetPlan }>;
  private readonly names: SheetNames;
  private readonly zones: SpaceZones;
  private readonly read = new Map<SheetFile | null, { readonly numbers: RowNumbers; readonly headers: Set<string> }>();

  private constructor(
    private readonly source: ReadSource,
    private readonly stored: ReadSource,
    definitions: readonly Definition[],
    private readonly facts: ReadonlyMap<string, TableFacts>,
    spaces: readonly (readonly (string | null)[])[],
  ) {
    this.plans = new Map(
      definitions.map((definition) => [definition.name, { definition, plan: sheetPlan(definition, definitions) }]),
    );
    this.names = new SheetNames(stored, (table) => facts.get(table)?.uniques ?? []);
    this.zones = new SpaceZones();
    for (const [id, zone, isLive] of spaces) this.zones.noteStored(id ?? '', zone ?? '', isLive === 'true');
  }

  /** Opens sheets: `stored` reads rows of the catalogue, `source` only its schema. */
  static async open(
    source: ReadSource,
    stored: ReadSource,
    definitions: readonly Definition[],
    files: readonly SheetFile[],
  ): Promise<Sheets> {
    const facts = await tableFacts(
      source,
      definitions.map(({ name }) => name),
    );
    const text = 'SELECT id::text, time_zone, (soft_deleted_at IS NULL)::text FROM spaces';
    const sheets = new Sheets(source, stored, definitions, facts, await stored.query({ text }, []));
    for (const file of files) await sheets.lookAhead(file);
    return sheets;
  }

  /** Converts the rows of a file to API objects. */
  async *rowsOf(file: SheetFile, watch: ReadWatch): AsyncGenerator<readonly SourceRow[], void, undefined> {
    const { definition, plan } = this.findPlan(file.collection);
    const sheet = await file.sheet(watch);
    const defaults = await defaultValues(this.source, this.facts.get(plan.collection) ?? { columns: new Map() });
    const { columnName = ownColumnName } = file;
    const { stored, zones, names } = this;
    const rows = new SheetRows(stored, definition, plan, sheet.head, defaults, zones, names, columnName);
    const numbers = new RowNumbers();
    this.read.set(file, { numbers, headers: new Set(sheet.head.headers) });
    for await (const batch of sheet.rows) {
      for (const { row, line } of batch) numbers.note(row, line);
      yield await rows.objects(batch, await this.names.resolve(plan, batch));
    }
  }

  /** Translates an error for its sheet: adds the column and the row, and replaces generated ids with names. */
  inColumns(error: ImportError, files: readonly (SheetFile | null)[]): ImportError {
    const file = files[error.row.source];
    const placed = (row: RowRef): RowRef => {
      const read = this.read.get(files[row.source] ?? null);
      return read ? { ...row, row: read.numbers.at(row.line) } : row;
    };
    const detail = error.detail.map((part) => (isPlace(part) ? placed(part) : part));
    const row = placed(error.row);
    if (!file) return { ...error, row, detail };
    const { plan } = this.findPlan(row.collection);
    const { columnName = ownColumnName } = file;
    const column = error.column ?? this.columnAt(plan, error.pointer, this.read.get(file)?.headers ?? new Set());
    return { ...error, row, column: column === '' ? '' : columnName(column), detail: this.inNames(detail) };
  }

  /** The column for a pointer, preferably one in the file. */
  private columnAt(plan: SheetPlan, pointer: string, headers: ReadonlySet<string>): string {
    if (pointer === '') return '';
    const keys = pointer.split('/').filter((part) => part !== '' && !/^\d+$/.test(part));
    const path = keys.join('.');
    if (path === 'id') return ownHeader(plan);
    const places = [
      ...[...leaves(plan.members)].filter((leaf) =>
        placeHeaders(leaf).some((header) => header === path || header === `${path}.id`),
      ),
      ...plan.members.filter(({ key }) => key === keys[0] || (keys[0] === 'slots' && key.endsWith('s_at'))),
    ];
    const [usual] = places.map(usualHeader);
    return places.flatMap(placeHeaders).find((header) => headers.has(header)) ?? usual ?? '';
  }

  private inNames(detail: Detail): Detail {
    for (const part of detail) {
      if (typeof part === 'object' && 'unknown' in part && part.unknown !== undefined) {
        const unknown = this.names.unknown(part.value);
        if (unknown) return unknown;
      }
    }
    return detail.map((part) => {
      if (typeof part === 'string') return part.replace(/ or null(?=, not |$)/, ', or an empty cell');
      return 'value' in part ? { value: this.names.nameOf(part.value) ?? part.value } : part;
    });
  }

  private findPlan(collection: string): { readonly definition: Definition; readonly plan: SheetPlan } {
    const known = this.plans.get(collection);
    if (!known) throw new Error(`Unknown collection ${collection}.`);
    return known;
  }

  /**
   * Checks the header of a file, and collects ids and time zones of spaces for the other files, because files may
   * refer to each other in any order.
   */
  private async lookAhead(file: SheetFile): Promise<void> {
    const { plan } = this.findPlan(file.collection);
    const sheet = await file.sheet();
    try {
      const problem = headProblem(plan, sheet.head.headers);
      if (problem !== null) {
        throw new CommandError(
          `Nothing was imported: ${file.path}:1 ${problem}. List all columns with: ${catalogueCommand()} template ${plan.collection}`,
        );
      }
      const withIds = plan.key !== null && sheet.head.headers.includes('id');
      if (withIds || plan.collection === 'spaces') await this.note(plan, sheet);
    } finally {
      await sheet.close();
    }
  }

  private async note(plan: SheetPlan, sheet: Sheet): Promise<void> {
    for await (const batch of sheet.rows) {
      for (const { cells } of batch) this.names.note(plan, cells);
      if (plan.collection !== 'spaces') continue;
      const names = await this.names.resolve(plan, batch);
      for (const { cells } of batch) {
        const id = names.ownId(cells);
        if (id === null) continue;
        this.zones.note(id, cells.get('time_zone')?.trim() ?? '', !cells.has('soft_deleted_at'));
      }
    }
  }
}
