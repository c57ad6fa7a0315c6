import type { ReadSource } from '@resource-catalogue/database';
import type { Definition } from '@resource-catalogue/read';
import type { SourceRow } from '../source-row.js';
import { type Detail, type ImportError, isLocation, type RowRef } from '../import-errors.js';
import type { ReadWatch } from '../read/byte-source.js';
import { defaultValues, type TableFacts, tableFacts } from '../stage/table-facts.js';
import { findDefinition, type Layout, leaves, ownHeader, placeHeaders, usualHeader } from '../layout.js';
import type { MappedFile } from '../map/mapped-file.js';
import { Names, textIn } from './names.js';
import { allValues, RowResolver } from './rows.js';
import { SpaceZones } from './space-zones.js';

/** Row numbers of a file by line. Stores only the lines from which line and row differ by more than before. */
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

/** Resolves the rows of mapped files to API objects. */
export class Resolver {
  private readonly names: Names;
  private readonly zones: SpaceZones;
  private readonly numbers = new Map<MappedFile | null, RowNumbers>();

  private constructor(
    private readonly source: ReadSource,
    private readonly stored: ReadSource,
    private readonly definitions: readonly Definition[],
    private readonly facts: ReadonlyMap<string, TableFacts>,
    spaces: readonly (readonly (string | null)[])[],
  ) {
    this.names = new Names(stored, (table) => facts.get(table)?.uniques ?? []);
    this.zones = new SpaceZones();
    for (const [id, zone, isLive] of spaces) this.zones.noteStored(id ?? '', zone ?? '', isLive === 'true');
  }

  /** Opens files: `stored` reads rows of the catalogue, `source` only its schema. */
  static async open(
    source: ReadSource,
    stored: ReadSource,
    definitions: readonly Definition[],
    files: readonly MappedFile[],
  ): Promise<Resolver> {
    const facts = await tableFacts(
      source,
      definitions.map(({ name }) => name),
    );
    const text = 'SELECT id::text, time_zone, (soft_deleted_at IS NULL)::text FROM spaces';
    const resolver = new Resolver(source, stored, definitions, facts, await stored.query({ text }, []));
    for (const file of files) await resolver.lookAhead(file);
    return resolver;
  }

  /** Converts the rows of a file to API objects. */
  async *rowsOf(file: MappedFile, watch: ReadWatch): AsyncGenerator<readonly SourceRow[], void, undefined> {
    const { layout } = file;
    const definition = findDefinition(file.collection, this.definitions);
    const defaults = await defaultValues(this.source, this.facts.get(layout.collection) ?? { columns: new Map() });
    const { stored, zones, names } = this;
    const resolver = new RowResolver(stored, definition, file, defaults, zones, names);
    const numbers = new RowNumbers();
    this.numbers.set(file, numbers);
    for await (const batch of file.rows(watch)) {
      for (const { row, line } of batch) numbers.note(row, line);
      yield await resolver.objects(batch, await names.resolve(layout, batch.map(allValues)));
    }
  }

  /** Translates an error for its file: adds the column and the row, and replaces generated ids with names. */
  inColumns(error: ImportError, files: readonly (MappedFile | null)[]): ImportError {
    const file = files[error.row.source];
    const placed = (row: RowRef): RowRef => {
      const numbers = this.numbers.get(files[row.source] ?? null);
      return numbers ? { ...row, row: numbers.at(row.line) } : row;
    };
    const detail = error.detail.map((part) => (isLocation(part) ? placed(part) : part));
    const row = placed(error.row);
    if (!file) return { ...error, row, detail };
    const column = error.column ?? columnAt(file.layout, error.pointer, file.headers);
    return { ...error, row, column: column === '' ? '' : file.columnName(column), detail: this.inNames(detail) };
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

  /** Collects ids and time zones of spaces for the other files, because files may refer to each other in any order. */
  private async lookAhead(file: MappedFile): Promise<void> {
    const { layout } = file;
    const isSpaces = file.collection === 'spaces';
    if (!isSpaces && (layout.key === null || !file.headers.includes('id'))) return;
    for await (const batch of file.rows()) {
      const all = batch.map(allValues);
      for (const values of all) this.names.note(layout, values);
      if (!isSpaces) continue;
      const names = await this.names.resolve(layout, all);
      for (const values of all) {
        const id = names.ownId(values);
        if (id === null) continue;
        this.zones.note(id, textIn(values, 'time_zone') ?? '', !values.has('soft_deleted_at'));
      }
    }
  }
}

/** The column for a pointer, preferably one in the file. */
function columnAt(layout: Layout, pointer: string, headers: readonly string[]): string {
  if (pointer === '') return '';
  const keys = pointer.split('/').filter((part) => part !== '' && !/^\d+$/.test(part));
  const path = keys.join('.');
  if (path === 'id') return ownHeader(layout);
  const places = [
    ...[...leaves(layout.members)].filter((leaf) =>
      placeHeaders(leaf).some((header) => header === path || header === `${path}.id`),
    ),
    ...layout.members.filter(({ key }) => key === keys[0] || (keys[0] === 'slots' && key.endsWith('s_at'))),
  ];
  const [usual] = places.map(usualHeader);
  return places.flatMap(placeHeaders).find((header) => headers.includes(header)) ?? usual ?? '';
}
