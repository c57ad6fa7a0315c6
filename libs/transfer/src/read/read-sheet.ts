import { pipeline, Readable } from 'node:stream';
import { CsvError, parse, type Parser } from 'csv-parse';
import type { CellProblem } from '../import-errors.js';
import { CommandError, isObject } from '@resource-catalogue/program';
import { unescapedCell } from '../export/csv.js';
import { joinFirst, type ImportLimits, importLimits, shortened } from '../import-limits.js';
import { readUtf8, type ReadWatch, type RowFile } from './read-lines.js';
import { delimiterLine, detectDelimiter, type RecordReader, recordReader } from './delimiters.js';

/** The cells of one row, by header. */
export interface SheetRow {
  /** Row number in the spreadsheet, where the header is row 1. */
  readonly row: number;
  /** First line of the row in the file, from 1: cells may span lines. */
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
  /** The original row, for the rejects file. */
  readonly text: string;
  /** Read errors by column; an empty column stands for the whole row. */
  readonly problems: readonly CellProblem[];
}

export interface SheetHead {
  readonly headers: readonly string[];
  /** Whether commas in numbers are always decimal commas. */
  readonly decimalComma: boolean;
  /** The original first line, for the rejects file. */
  readonly text: string;
  /** Delimiter of the original texts; a comma if absent. */
  readonly delimiter?: string;
}

/** A table with the columns of a collection: a header, then rows in batches. */
export interface Sheet {
  readonly head: SheetHead;
  readonly rows: AsyncGenerator<readonly SheetRow[], void, undefined>;
  /** Stops reading early. */
  close(): Promise<void>;
}

export type OpenSheet = (watch?: ReadWatch) => Promise<Sheet>;

/** A spreadsheet file. */
export interface SheetFile extends RowFile {
  readonly sheet: OpenSheet;
  /** Maps catalogue columns to columns of the file, for error messages; absent if they are equal. */
  readonly columnName?: (header: string) => string;
}

interface CsvRecord {
  readonly record: readonly string[];
  /** Row number as a spreadsheet counts, including blank lines. */
  readonly row: number;
  /** First line of the record, from 1. */
  readonly line: number;
  readonly text: string;
}

/** Batch limits, so that large rows come in small batches. */
const batchRows = 1000;
const batchCharacters = 4_000_000;

const newline = 0x0a;
const enoughBytes = 64 * 1024;

/** Opens a CSV file from a spreadsheet program: comma, semicolon or tab, with quoted multi-line texts. */
export async function readSheet(path: string, watch?: ReadWatch, limits: ImportLimits = importLimits): Promise<Sheet> {
  const chunks = readUtf8(path, watch);
  const beginning = await firstLine(chunks);
  const named = delimiterLine.exec(beginning.toString('utf8'))?.[1];
  const outer = named ?? detectDelimiter(beginning.toString('utf8'));
  const records = new SheetRecords(path, outer, named !== undefined, limits).read(beginning, chunks);
  if (named !== undefined) await records.next();
  const head = await records.next();
  if (head.done === true)
    throw new CommandError(`Nothing was imported: ${path} is empty. It must begin with column names.`);
  const { line, text } = head.value;
  const reader = recordReader(head.value.record, outer);
  const { headers } = reader;
  const duplicates = duplicatesIn(headers);
  if (duplicates.length > 0) {
    await records.return();
    const which = `${duplicates.length === 1 ? 'column' : 'columns'} ${joinFirst(duplicates.map(shortened))}`;
    throw new CommandError(`Nothing was imported: ${path}:${line} has the ${which} more than once. Keep one of each.`);
  }
  const close = async (): Promise<void> => void (await records.return());
  return {
    head: { headers, decimalComma: reader.delimiter !== ',', text, delimiter: outer },
    rows: toRows(records, reader),
    close,
  };
}

/** Reads enough of the first line to choose the delimiter, usually one chunk. */
async function firstLine(chunks: AsyncGenerator<Buffer, void>): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(0);
  while (bytes.length < enoughBytes && !bytes.includes(newline)) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    bytes = bytes.length === 0 ? value : Buffer.concat([bytes, value]);
  }
  return bytes;
}

function duplicatesIn(headers: readonly string[]): string[] {
  const known = new Set<string>();
  const duplicates = new Set<string>();
  for (const header of headers) {
    if (header === '') continue;
    if (known.has(header)) duplicates.add(header);
    known.add(header);
  }
  return [...duplicates];
}

/** The cells of a record: with `raw: true` the parser returns an object, which its types do not reflect. */
function toCells(parsed: unknown): string[] {
  const cells: unknown = isObject(parsed) ? parsed['record'] : parsed;
  return Array.isArray(cells) ? cells.map(String) : [];
}

const lineEnds = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;

/** Parses the records of a file within the limits. */
class SheetRecords {
  /** The line after the last record. */
  private line = 1;
  /** The number of the last record, including blank lines. */
  private row: number;
  private rows: number;
  private headers: readonly string[] = [];

  constructor(
    private readonly path: string,
    private readonly delimiter: string,
    hasDelimiterLine: boolean,
    private readonly limits: ImportLimits,
  ) {
    this.rows = hasDelimiterLine ? -1 : 0;
    this.row = this.rows;
  }

  async *read(
    beginning: Buffer,
    rest: AsyncGenerator<Buffer, void, undefined>,
  ): AsyncGenerator<CsvRecord, void, undefined> {
    async function* all(): AsyncGenerator<Buffer, void, undefined> {
      yield beginning;
      yield* rest;
    }
    // A failure of either stream destroys the parser, which then reports it.
    const records: AsyncIterable<Omit<CsvRecord, 'text'> & { readonly raw: string }> = pipeline(
      Readable.from(all(), { objectMode: false }),
      this.parser(),
      () => undefined,
    );
    try {
      for await (const { record, raw, row, line } of records) {
        yield { record, row, line, text: raw.replace(/^[\r\n]+/, '').replace(/[\r\n]$/, '') };
      }
    } catch (error) {
      throw error instanceof CsvError ? this.refusal(error) : error;
    }
  }

  private parser(): Parser {
    return parse({
      bom: true,
      delimiter: this.delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      raw: true,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: this.limits.rowBytes,
      // Further delimiters become text of the last cell, whose size is limited.
      ignore_last_delimiters: this.limits.columns + 1,
      // Counts records here, because a failure drops earlier records from the stream.
      on_record: (record: string[], { raw = '', index }) => {
        if (index > this.limits.columns) throw this.tooManyColumns(raw);
        if (this.rows > this.limits.rows) throw this.tooManyRows(raw);
        if (this.rows === 0) this.headers = toCells(record);
        this.rows += 1;
        const line = this.firstLine(raw);
        this.row += line - this.line + 1;
        this.line = this.lastLine(raw);
        return Object.assign(record, { row: this.row, line });
      },
    });
  }

  private refusal({ code, column, raw }: CsvError): CommandError {
    const text = typeof raw === 'string' ? raw : '';
    const index = Number(column);
    if (index >= this.limits.columns) return this.tooManyColumns(text);
    const begin = this.firstLine(text);
    const name = this.columnName(index);
    if (code === 'CSV_QUOTE_NOT_CLOSED') {
      return this.error(begin, `begins a row with a quote that is never closed, in ${name}. Close or double it.`);
    }
    if (code === 'CSV_MAX_RECORD_SIZE') {
      const size = `${this.limits.rowBytes / 1024 / 1024} MiB, the maximum`;
      return this.error(begin, `begins a row longer than ${size}, in ${name}. Is a quote there never closed?`);
    }
    const end = this.lastLine(text);
    return this.error(end, `has a quote inside a value of ${name}. Quote the value, and double the quotes inside.`);
  }

  private tooManyColumns(raw: string): CommandError {
    const { columns } = this.limits;
    return this.error(this.firstLine(raw), `has more than ${columns} columns, the maximum. Remove the others.`);
  }

  private tooManyRows(raw: string): CommandError {
    const { rows } = this.limits;
    return this.error(this.firstLine(raw), `has row ${rows + 1}, and a file has ${rows} at most. Split it.`);
  }

  /** The first line of a record: its raw text includes preceding blank lines. */
  private firstLine(raw: string): number {
    return this.line + lineEnds(/^[\r\n]*/.exec(raw)?.[0] ?? '');
  }

  /** The last line of a record: its raw text may include one byte of the line end. */
  private lastLine(raw: string): number {
    return this.line + lineEnds(raw);
  }

  private columnName(index: number): string {
    const header = this.headers[index]?.trim() ?? '';
    return header === '' ? `column ${index + 1}` : `column ${index + 1}, ${shortened(header)}`;
  }

  private error(line: number, problem: string): CommandError {
    return new CommandError(`Nothing was imported: ${this.path}:${line} ${problem}`);
  }
}

async function* toRows(
  records: AsyncGenerator<CsvRecord, void, undefined>,
  { headers, cells: cellsOfRecord }: RecordReader,
): AsyncGenerator<readonly SheetRow[], void, undefined> {
  let batch: SheetRow[] = [];
  let characters = 0;
  for await (const { record: outer, row, line, text } of records) {
    if (outer.every((cell) => cell.trim() === '')) continue;
    const inside = cellsOfRecord(outer);
    const record = inside ?? [];
    const cells = new Map(record.flatMap((cell, index) => cellAt(headers, index, cell)));
    batch.push({ row, line, cells, text, problems: rowProblems(inside ? unnamedProblem(headers, record) : notInside) });
    characters += text.length;
    if (batch.length < batchRows && characters < batchCharacters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

const notInside =
  'must be one quoted cell, like the other lines of this file: open the original file again, and save it with commas or semicolons between the columns';

const rowProblems = (problem: string | null): readonly CellProblem[] =>
  problem === null ? [] : [{ column: '', detail: [problem] }];

function unnamedProblem(headers: readonly string[], record: readonly string[]): string | null {
  const unnamed: string[] = [];
  for (const [index, cell] of record.entries()) {
    if (cell !== '' && (headers[index] ?? '') === '') unnamed.push(String(index + 1));
  }
  if (unnamed.length === 0) return null;
  const [column, have] = unnamed.length === 1 ? ['column', 'has'] : ['columns', 'have'];
  return `has a value in ${column} ${joinFirst(unnamed)}, which ${have} no name in the first line`;
}

function cellAt(headers: readonly string[], index: number, cell: string): [string, string][] {
  const header = headers[index] ?? '';
  return header === '' || cell.trim() === '' ? [] : [[header, unescapedCell(cell)]];
}
