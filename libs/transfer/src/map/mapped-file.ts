import { maximumRowBytes } from '@resource-catalogue/contracts';
import { CommandError } from '@resource-catalogue/program';
import { type CellProblem, refusal } from '../import-errors.js';
import { joinFirst } from '../import-limits.js';
import type { ReadWatch } from '../read/byte-source.js';
import type { Content, Table } from '../read/table.js';
import { shown } from '../values/contents.js';
import { ValueParser } from '../values/value-parser.js';
import { type Columns, conditions, type DataRow, isUnnamed, type MappedRow, mappedRows, readRows } from './columns.js';
import { type FieldReader, fieldReader } from './field-reader.js';
import { headerFields, keyHeaders, type Layout, ownHeader } from '../layout.js';
import type { CollectionMapping, TableMapping } from './mapping.js';
import type { UniqueRows } from './unique-rows.js';

/** An opened table: its columns, then its rows in batches. */
export interface MappedRows {
  /** The columns of the catalogue that it fills. */
  readonly headers: readonly string[];
  /** The columns of the file, as they are. */
  readonly columns: readonly string[];
  readonly rows: AsyncGenerator<readonly MappedRow[], void, undefined>;
  /** Stops reading early. */
  readonly close: () => Promise<void>;
}

/** A table whose rows become rows of one collection. */
export interface MappedFile {
  readonly path: string;
  readonly collection: string;
  readonly table: Table;
  /** The columns whose keys are numbered. */
  readonly numbered: readonly string[];
  /** Those whose numbers depended on the order of the rows that were read. */
  readonly ordered: ReadonlySet<string>;
  readonly open: (watch?: ReadWatch) => Promise<MappedRows>;
  /** The columns of the file that fill a column of the catalogue. */
  readonly columnName: (header: string) => string;
}

/** Maps a table by a mapping. Rows that another file of the import has with the same values are left out. */
export async function mappedFile(
  table: Table,
  tableMapping: TableMapping,
  mapping: CollectionMapping,
  layout: Layout,
  parser: ValueParser,
  unique: UniqueRows,
): Promise<MappedFile> {
  const { header_row: headerRow = 1 } = tableMapping;
  // Reads the header first, so that a wrong column is reported before any row.
  const { columns, close } = await readRows(table, headerRow);
  await close();
  const mapper = new RowMapper(table, mapping, layout, parser, columns);
  if (!keyHeaders(layout).some((header) => mapper.headers.includes(header))) {
    const key = ownHeader(layout);
    throw new CommandError(
      `Nothing was imported: the mapping of ${table.title} has no ${layout.collection}.${key}, which identifies the rows.`,
    );
  }
  const open = async (watch?: ReadWatch): Promise<MappedRows> => {
    const opened = await readRows(table, headerRow, watch);
    const rows = mapper.batches(mappedRows(opened, tableMapping, table), unique);
    return { headers: mapper.headers, columns: columns.names, rows, close: opened.close };
  };
  return {
    path: table.title,
    collection: layout.collection,
    table,
    numbered: mapper.numbered,
    ordered: mapper.ordered,
    open,
    columnName: mapper.columnName,
  };
}

const batchRows = 1000;
/** So that large rows come in small batches. */
const batchBytes = 4_000_000;

/** Limits of the rows per source row, and of all repeated rows, which are stored to find duplicates. */
const maxRepeat = 1000;
const maxRepeated = 100_000;

/** Parses rows of a table into rows of a collection. */
export class RowMapper {
  readonly headers: readonly string[];
  readonly numbered: readonly string[];
  readonly ordered = new Set<string>();
  private readonly readers: readonly FieldReader[];
  private readonly from: ReadonlyMap<string, string>;
  private readonly isMeant: (cells: readonly Content[]) => boolean;
  private readonly repeat: { readonly name: string; readonly index: number } | null;
  private readonly unnamed: readonly number[];

  constructor(
    private readonly table: Table,
    mapping: CollectionMapping,
    private readonly layout: Layout,
    parser: ValueParser,
    private readonly columns: Columns,
  ) {
    const fields = headerFields(layout);
    const readers = Object.entries(mapping.fields).flatMap(([header, own]) => {
      const field = fields.get(header);
      if (!field) throw new Error(`Unknown column ${header} of ${layout.collection}.`);
      return fieldReader(header, own, field, parser, columns, table) ?? [];
    });
    // An amount depends on its currency.
    this.readers = [
      ...readers.filter(({ currency }) => currency === null),
      ...readers.filter(({ currency }) => currency !== null),
    ];
    this.headers = readers.map(({ header }) => header);
    this.from = new Map(readers.flatMap((each) => (each.from === '' ? [] : [[each.header, each.from] as const])));
    this.numbered = Object.entries(mapping.fields).flatMap(([header, { as }]) =>
      as === 'numbered-slug' ? [header] : [],
    );
    this.isMeant = mapping.only === undefined ? () => true : conditions(mapping.only, columns, table);
    this.repeat = mapping.repeat === undefined ? null : this.repeatColumn(mapping.repeat);
    this.unnamed = columns.names.flatMap((name, index) => (isUnnamed(name) ? [index] : []));
  }

  readonly columnName = (header: string): string => this.from.get(header) ?? header;

  private repeatColumn(name: string) {
    const index = this.columns.find(name);
    if (index === undefined) throw new CommandError(`${this.table.title} ${this.columns.missing(name)}.`);
    return { name, index };
  }

  async *batches(
    rows: AsyncGenerator<DataRow, void, undefined>,
    unique: UniqueRows | null,
  ): AsyncGenerator<readonly MappedRow[], void, undefined> {
    let batch: MappedRow[] = [];
    let bytes = 0;
    const counts: Counts = { repeated: 0, names: new Map() };
    for await (const read of rows) {
      if (!this.isMeant(read.cells)) continue;
      const row = this.mapped(read, unique === null);
      // A row of a mixed table may have nothing for this collection.
      if (unique !== null && row.values.size + row.defaults.size + row.problems.length === 0) continue;
      const copies = row.problems.length > 0 ? [row] : this.copies(row, read.cells, counts);
      bytes += copies.length * sizeOf(row);
      batch.push(
        ...(unique === null
          ? copies
          : copies.flatMap((each, index) => unique.take(this.layout, this.table, each, index))),
      );
      if (batch.length < batchRows && bytes < batchBytes) continue;
      yield batch;
      [batch, bytes] = [[], 0];
    }
    if (batch.length > 0) yield batch;
  }

  private mapped({ row, line, cells, raw }: DataRow, isOwn: boolean): MappedRow {
    const [values, defaults] = [new Map<string, unknown>(), new Map<string, unknown>()];
    const problems: CellProblem[] = [];
    for (const { header, currency, read } of this.readers) {
      const found = read(cells, currency === null ? null : (values.get(currency) ?? defaults.get(currency)));
      if ('problem' in found) problems.push({ column: header, detail: found.problem });
      else if (found.value !== undefined) (found.isDefault ? defaults : values).set(header, found.value);
    }
    const own = { row, line, values, defaults, raw };
    // The same limit as for all import files: a response has room for one such row.
    if (sizeOf(own) > maximumRowBytes)
      problems.push({ column: '', detail: [`is longer than ${maximumRowBytes / 1024 / 1024} MiB, the maximum`] });
    const unnamed = isOwn ? this.filledUnnamed(cells) : [];
    if (unnamed.length > 0) problems.push({ column: '', detail: [unnamedProblem(unnamed)] });
    return { ...own, problems };
  }

  /** The filled columns without a name, and those after the last name. */
  private filledUnnamed(cells: readonly Content[]): readonly number[] {
    const indexes = [...this.unnamed];
    for (let index = this.columns.names.length; index < cells.length; index++) indexes.push(index);
    return indexes.filter((index) => (cells[index] ?? null) !== null);
  }

  /** One row, or as many as a column says. */
  private copies(row: MappedRow, cells: readonly Content[], counts: Counts): readonly MappedRow[] {
    const counted = this.repeat === null ? null : (cells[this.repeat.index] ?? null);
    const count = counted === null ? 1 : Number(counted);
    if (!Number.isInteger(count) || count < 0 || count > maxRepeat) {
      const detail = refusal(`the number of rows must be a whole number up to ${maxRepeat}`, shown(counted), null);
      return [{ ...row, problems: [{ column: this.repeat?.name ?? '', detail }] }];
    }
    counts.repeated += counted === null ? 0 : count;
    if (counts.repeated > maxRepeated) {
      throw new CommandError(
        `\`repeat\` makes more than ${maxRepeated} rows of ${this.layout.collection} at row ${row.row}, the maximum. Split the file.`,
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

interface Counts {
  /** Rows made by a column with their number. */
  repeated: number;
  /** The highest number of each name, and its row. */
  readonly names: Map<string, { readonly count: number; readonly row: number }>;
}

/** The approximate bytes of a row's values. */
function sizeOf({ values }: Pick<MappedRow, 'values'>): number {
  let bytes = 0;
  for (const value of values.values()) bytes += typeof value === 'string' ? Buffer.byteLength(value) : 8;
  return bytes;
}

function unnamedProblem(unnamed: readonly number[]): string {
  const numbers = unnamed.map((index) => String(index + 1));
  const [column, have] = numbers.length === 1 ? ['column', 'has'] : ['columns', 'have'];
  return `has a value in ${column} ${joinFirst(numbers)}, which ${have} no name in the first line`;
}
