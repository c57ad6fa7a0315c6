import { maximumRowBytes } from '@resource-catalogue/contracts';
import { CommandError } from '@resource-catalogue/program';
import { type CellProblem, invalidValue } from '../import-errors.js';
import { joinFirst } from '../import-limits.js';
import type { ReadWatch } from '../read/byte-source.js';
import type { Content, Table } from '../read/table.js';
import { displayText } from '../values/contents.js';
import type { ValueParser } from '../values/value-parser.js';
import {
  type Columns,
  compileConditions,
  type DataRow,
  dataRows,
  isUnnamed,
  type MappedRow,
  mappedRows,
} from './columns.js';
import { type FieldReader, fieldReader } from './field-reader.js';
import type { Layout } from '../layout.js';
import type { CollectionMapping, TableMapping } from './mapping.js';
import type { UniqueRows } from './unique-rows.js';

const batchRows = 1000;
/** Maximum bytes per batch of large rows. */
const batchBytes = 4_000_000;

/** Maximum rows per source row, and in total: repeated rows are kept in memory to find duplicates. */
const maxRepeat = 1000;
const maxRepeated = 100_000;

interface Counts {
  /** Rows created by `repeat`. */
  repeated: number;
  /** The highest number of each name, and its row. */
  readonly names: Map<string, { readonly count: number; readonly row: number }>;
}

/** A table whose rows become rows of one collection. */
export class MappedFile {
  readonly path: string;
  readonly collection: string;
  /** The columns of the catalogue that it fills. */
  readonly headers: readonly string[];
  /** The columns whose keys are numbered. */
  readonly numbered: readonly string[];
  /** The numbered columns whose values depend on the order of the rows. */
  readonly ordered = new Set<string>();
  private readonly readers: readonly FieldReader[];
  private readonly isMeant: (cells: readonly Content[]) => boolean;
  private readonly repeat: number | null;
  private readonly isNamed: readonly boolean[];

  constructor(
    readonly table: Table,
    readonly columns: Columns,
    readonly layout: Layout,
    private readonly mapping: CollectionMapping,
    parser: ValueParser,
    /** Null for a file with the catalogue's own columns, of which no row is left out. */
    private readonly mapped: { readonly table: TableMapping; readonly unique: UniqueRows } | null,
  ) {
    this.path = mapped ? table.title : table.path;
    this.collection = layout.collection;
    const fields = Object.entries(mapping.fields);
    const readers = fields.flatMap(([header, own]) => {
      const field = layout.columns.get(header);
      if (!field) throw new Error(`Unknown column ${header} of ${layout.collection}.`);
      return fieldReader(header, own, field, parser, columns) ?? [];
    });
    this.headers = readers.map(({ header }) => header);
    // Read currencies first, because an amount depends on its currency.
    this.readers = readers.sort((one, other) => Number(one.currency !== null) - Number(other.currency !== null));
    this.numbered = fields.flatMap(([header, { as }]) => (as === 'numbered-slug' ? [header] : []));
    this.isMeant = mapping.only === undefined ? () => true : compileConditions(mapping.only, columns);
    this.repeat = mapping.repeat === undefined ? null : columns.index(mapping.repeat);
    this.isNamed = columns.names.map((name) => !isUnnamed(name));
  }

  /** The columns of the file that fill a column of the catalogue. */
  readonly columnName = (header: string): string =>
    this.readers.find((each) => each.header === header && each.from !== '')?.from ?? header;

  /** Reads the rows in batches. Those that another file of the import has with the same values are left out. */
  async *rows(watch?: ReadWatch): AsyncGenerator<readonly MappedRow[], void, undefined> {
    const { mapped } = this;
    let batch: MappedRow[] = [];
    let bytes = 0;
    const counts: Counts = { repeated: 0, names: new Map() };
    const all = dataRows(this.table, mapped?.table.header_row ?? 1, watch);
    for await (const read of mapped ? mappedRows(all, this.columns, mapped.table) : all) {
      if (!this.isMeant(read.cells)) continue;
      const row = this.row(read);
      // A row of a mixed table may have nothing for this collection.
      if (mapped && row.values.size + row.defaults.size + row.problems.length === 0) continue;
      const copies = row.problems.length > 0 ? [row] : this.repeatRow(row, read.cells, counts);
      bytes += copies.length * sizeOf(row);
      batch.push(...copies.flatMap((each, index) => mapped?.unique.take(this.layout, this.table, each, index) ?? each));
      if (batch.length < batchRows && bytes < batchBytes) continue;
      yield batch;
      [batch, bytes] = [[], 0];
    }
    if (batch.length > 0) yield batch;
  }

  private row({ row, line, cells, raw }: DataRow): MappedRow {
    const [values, defaults] = [new Map<string, unknown>(), new Map<string, unknown>()];
    const problems: CellProblem[] = [];
    for (const { header, currency, read } of this.readers) {
      const found = read(cells, currency === null ? null : (values.get(currency) ?? defaults.get(currency)));
      if ('problem' in found) problems.push({ column: header, detail: found.problem });
      else if (found.value !== undefined && found.value !== null)
        (found.isDefault ? defaults : values).set(header, found.value);
    }
    const own = { row, line, values, defaults, raw };
    // The same limit as for all import files: a response has room for one such row.
    if (sizeOf(own) > maximumRowBytes)
      problems.push({ column: '', detail: [`is longer than ${maximumRowBytes / 1024 / 1024} MiB, the maximum`] });
    const unnamed = this.mapped ? null : this.unnamedProblem(cells);
    if (unnamed !== null) problems.push({ column: '', detail: [unnamed] });
    return { ...own, problems };
  }

  /** The error of a row that has values in columns without a name. */
  private unnamedProblem(cells: readonly Content[]): string | null {
    const numbers: string[] = [];
    for (const [index, cell] of cells.entries())
      if (cell !== null && this.isNamed[index] !== true) numbers.push(String(index + 1));
    if (numbers.length === 0) return null;
    const [column, have] = numbers.length === 1 ? ['column', 'has'] : ['columns', 'have'];
    return `has a value in ${column} ${joinFirst(numbers)}, which ${have} no name in the first line`;
  }

  /** The row, repeated as often as the column of `repeat` says. */
  private repeatRow(row: MappedRow, cells: readonly Content[], counts: Counts): readonly MappedRow[] {
    const counted = this.repeat === null ? null : (cells[this.repeat] ?? null);
    const count = counted === null ? 1 : Number(counted);
    if (!Number.isInteger(count) || count < 0 || count > maxRepeat) {
      const detail = invalidValue(
        `the number of rows must be a whole number up to ${maxRepeat}`,
        displayText(counted),
        null,
      );
      return [{ ...row, problems: [{ column: this.mapping.repeat ?? '', detail }] }];
    }
    counts.repeated += counted === null ? 0 : count;
    if (counts.repeated > maxRepeated) {
      throw new CommandError(
        `\`repeat\` makes more than ${maxRepeated} rows of ${this.collection} at row ${row.row}, the maximum. Split the file.`,
      );
    }
    return Array.from({ length: count }, () => this.numberedRow(row, counts.names));
  }

  private numberedRow(row: MappedRow, names: Counts['names']): MappedRow {
    if (this.numbered.length === 0) return row;
    const values = new Map(row.values);
    for (const header of this.numbered) {
      const name = values.get(header);
      if (typeof name !== 'string') continue;
      const before = names.get(`${header}\t${name}`);
      if (before && before.row !== row.row) this.ordered.add(header);
      const count = (before?.count ?? 0) + 1;
      names.set(`${header}\t${name}`, { count, row: row.row });
      values.set(header, `${name}-${count}`);
    }
    return { ...row, values };
  }
}

/** The approximate bytes of a row's values. */
function sizeOf({ values }: Pick<MappedRow, 'values'>): number {
  let bytes = 0;
  for (const value of values.values()) bytes += typeof value === 'string' ? Buffer.byteLength(value) : 8;
  return bytes;
}
