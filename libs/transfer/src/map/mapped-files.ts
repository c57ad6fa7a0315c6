import { maximumRowBytes } from '@resource-catalogue/contracts';
import { CommandError } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import { type CellProblem, quotation, refusal } from '../import-errors.js';
import { type ImportFile } from '../import-files.js';
import { type Sheet, type SheetRow } from '../read/read-sheet.js';
import { type SheetPlan, sheetPlan } from '../resolve/sheet-columns.js';
import { toCsvLine } from '../export/csv.js';
import { CellReader } from '../values/cell-text.js';
import { type FieldReader, fieldReader } from './field-reader.js';
import type { CollectionMapping, Mapping, TableMapping } from './mapping.js';
import { type Columns, conditions, readRows, type TextRow } from './table-rows.js';
import { withoutRepeats } from './unique-rows.js';
import { collectFields } from './sheet-fields.js';
import { fold } from '../values/suggestion.js';
import type { Table } from '../read/tables.js';

/** Converts tables to import files, one per table and collection, in contract order. */
export async function mappedFiles(
  tables: readonly Table[],
  mapping: Mapping,
  definitions: readonly Definition[],
): Promise<readonly ImportFile[]> {
  const files: ImportFile[] = [];
  for (const tableMapping of mapping.tables) {
    for (const table of tablesFor(tableMapping, mapping.tables.length, tables)) {
      for (const [collection, own] of Object.entries(tableMapping.collections)) {
        const definition = definitions.find(({ name }) => name === collection);
        if (!definition) throw new Error(`Unknown collection ${collection}.`);
        files.push(await mappedFile(table, tableMapping, own, sheetPlan(definition, definitions)));
      }
    }
  }
  const order = definitions.map(({ name }) => name);
  return withoutRepeats(files.sort((one, other) => order.indexOf(one.collection) - order.indexOf(other.collection)));
}

function tablesFor({ sheet }: TableMapping, count: number, tables: readonly Table[]): readonly Table[] {
  if (tables.length === 0) {
    throw new CommandError('Nothing was imported: no spreadsheet with a visible sheet was found.');
  }
  const names = tables.map(({ name }) => name);
  // The sheet of a nightly export may be named after the day.
  if (tables.length === 1 && count === 1) return tables;
  if (sheet === undefined) {
    throw new CommandError(`Every table of the mapping needs a \`sheet\`. Choose from: ${names.join(', ')}.`);
  }
  const pattern = fold(sheet).split('*');
  const found = tables.filter(({ name }) => matches(fold(name), pattern));
  if (found.length > 0) return found;
  throw new CommandError(
    `The mapping names the sheet ${sheet}, which does not exist. Choose from: ${names.join(', ')}.`,
  );
}

/** Whether a text contains these parts in order, with any text between them. */
function matches(text: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}

async function mappedFile(
  table: Table,
  tableMapping: TableMapping,
  mapping: CollectionMapping,
  plan: SheetPlan,
): Promise<ImportFile> {
  // Reads the header first, so that a wrong column is reported before any row.
  const { columns, close } = await readRows(table, tableMapping);
  await close();
  const fields = collectFields(plan);
  const cells = new CellReader(tableMapping);
  const readers = Object.entries(mapping.fields).flatMap(([header, own]) => {
    const field = fields.get(header) ?? { kind: 'text', name: header, description: '' };
    return fieldReader(header, own, field, cells, columns, table) ?? [];
  });
  const numbered = Object.entries(mapping.fields).flatMap(([header, { as }]) =>
    as === 'numbered-slug' ? [header] : [],
  );
  const isMeant = mapping.only === undefined ? () => true : conditions(mapping.only, columns, table);
  const repeat = mapping.repeat === undefined ? undefined : repeatColumn(mapping.repeat, columns, table);
  const from = new Map(readers.flatMap((each) => (each.from === '' ? [] : [[each.header, each.from] as const])));
  const sheet = async (): Promise<Sheet> => {
    const opened = await readRows(table, tableMapping);
    const maker = new RowMaker(plan, readers, numbered, repeat);
    const head = { headers: readers.map(({ header }) => header), decimalComma: false, text: toCsvLine(columns.names) };
    return { head, rows: inBatches(opened.rows, isMeant, maker), close: opened.close };
  };
  const columnName = (header: string): string => from.get(header) ?? header;
  return { path: table.title, collection: plan.collection, sha256: null, sheet, columnName };
}

function repeatColumn(name: string, columns: Columns, { title }: Table) {
  const index = columns.find(name);
  if (index === undefined) throw new CommandError(`${title} ${columns.missing(name)}.`);
  return { name, index };
}

const batchRows = 1000;

async function* inBatches(
  rows: AsyncGenerator<TextRow, void, undefined>,
  isMeant: (texts: readonly string[]) => boolean,
  maker: RowMaker,
): AsyncGenerator<readonly SheetRow[], void, undefined> {
  let batch: SheetRow[] = [];
  for await (const row of rows) {
    if (isMeant(row.texts)) batch.push(...maker.rows(row));
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Limits of the rows per source row, and of all repeated rows, which are stored to find duplicates. */
const maxRepeat = 1000;
const maxRepeated = 100_000;

/** Creates rows of a collection, and merges identical ones, such as the machine in the row of each unit. */
class RowMaker {
  private readonly known = new Map<string, { readonly row: number; readonly texts: readonly (string | undefined)[] }>();
  private readonly counts = new Map<string, number>();
  private repeated = 0;

  constructor(
    private readonly plan: SheetPlan,
    private readonly readers: readonly FieldReader[],
    private readonly numbered: readonly string[],
    private readonly repeat: { readonly name: string; readonly index: number } | undefined,
  ) {}

  rows(source: TextRow): readonly SheetRow[] {
    const cells = new Map<string, string>();
    const problems: CellProblem[] = [];
    for (const { header, textOf, read } of this.readers) {
      const given = textOf(source.texts);
      const value = read(given);
      if ('problem' in value) problems.push({ column: header, detail: refusal(value.problem, given, null) });
      else if (value.text !== '') cells.set(header, value.text);
    }
    // The same limit as for all import files: a response has room for one such row.
    const bytes = [...cells.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (bytes > maximumRowBytes) {
      problems.push({ column: '', detail: [`is longer than ${maximumRowBytes / 1024 / 1024} MiB, the maximum`] });
    }
    const counted = this.repeat === undefined ? '' : (source.texts[this.repeat.index] ?? '');
    const count = counted === '' ? 1 : Number(counted);
    if (!Number.isInteger(count) || count < 0 || count > maxRepeat) {
      const detail = refusal(`the number of rows must be a whole number up to ${maxRepeat}`, counted, null);
      problems.push({ column: this.repeat?.name ?? '', detail });
    }
    const { row, line } = source;
    const text = toCsvLine(source.texts);
    if (problems.length > 0) return [{ row, line, cells, text, problems }];
    this.repeated += counted === '' ? 0 : count;
    if (this.repeated > maxRepeated) {
      throw new CommandError(
        `\`repeat\` makes more than ${maxRepeated} rows of ${this.plan.collection} at row ${row}, the maximum. Split the file.`,
      );
    }
    return Array.from({ length: count }, () => this.numberedCells(cells)).flatMap((own): SheetRow[] => {
      const identity = this.identity(own);
      const texts = this.readers.map(({ header }) => own.get(header));
      const same = this.known.get(identity);
      if (!same) {
        this.known.set(identity, { row, texts });
        return [{ row, line, cells: own, text, problems: [] }];
      }
      const key = this.plan.key ?? 'id';
      // The key may have another spelling.
      const other = this.readers.find(
        ({ header }, index) => header !== key && texts[index] !== undefined && texts[index] !== same.texts[index],
      );
      if (!other) return [];
      const detail = [`row ${same.row} has the same ${key}, `, quotation(own.get(key)), ', but another value here'];
      return [{ row, line, cells: own, text, problems: [{ column: other.header, detail }] }];
    });
  }

  private numberedCells(cells: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    if (this.numbered.length === 0) return cells;
    const own = new Map(cells);
    for (const header of this.numbered) {
      const name = own.get(header);
      if (name === undefined) continue;
      const count = (this.counts.get(`${header}\t${name}`) ?? 0) + 1;
      this.counts.set(`${header}\t${name}`, count);
      own.set(header, `${name}-${count}`);
    }
    return own;
  }

  /** Identifies a row; a category also by its type. */
  private identity(cells: ReadonlyMap<string, string>): string {
    const own = cells.get('id') ?? (this.plan.key === null ? undefined : cells.get(this.plan.key));
    return own === undefined ? JSON.stringify([...cells]) : `${cells.get('type') ?? ''}\t${fold(own)}`;
  }
}
