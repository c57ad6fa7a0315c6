import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { CommandError } from '../../errors/command-error.js';
import { readLines, type ReadWatch } from '../read-lines.js';

/** The cells of one row, by header. */
export interface SheetRow {
  /** The line on which it begins, from 1. */
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
  /** As it stands in the file, for what is written to be mended. */
  readonly text: string;
  readonly problem: string | null;
}

export interface SheetHead {
  readonly headers: readonly string[];
  readonly delimiter: string;
  readonly text: string;
}

/** A CSV file: its head, and then its rows in batches. */
export interface Sheet {
  readonly head: SheetHead;
  readonly rows: AsyncGenerator<readonly SheetRow[], void, undefined>;
  /** For whoever does not read it to its end. */
  close(): Promise<void>;
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
  readonly raw: string;
}

const rowsAtOnce = 1000;
const delimiters = [',', ';', '\t'];

/** Opens a CSV file as spreadsheets write it: with commas, semicolons or tabs, quoted texts of several lines, and a mark of UTF-8. */
export async function readSheet(path: string, watch?: ReadWatch): Promise<Sheet> {
  const texts = textsOf(path, watch);
  const first = await texts.next();
  const beginning = first.done === true ? '' : first.value;
  const delimiter = delimiterOf(beginning);
  const records = recordsOf(path, delimiter, beginning, texts);
  const head = await records.next();
  if (head.done === true)
    throw new CommandError(`Nothing was imported: ${path} is empty. It must begin with the names of columns.`);
  const headers = head.value.record.map((header) => header.trim());
  const twice = headers.find((header, index) => header !== '' && headers.indexOf(header) < index);
  if (twice !== undefined) {
    await records.return();
    throw new CommandError(`Nothing was imported: ${path}:1 has the column ${twice} twice.`);
  }
  const close = async (): Promise<void> => void (await records.return());
  return { head: { headers, delimiter, text: rawOf(head.value) }, rows: rowsOf(headers, records), close };
}

/** The lines with the blank ones, which may be part of a quoted text. */
async function* textsOf(path: string, watch: ReadWatch | undefined): AsyncGenerator<string, void, undefined> {
  let next = 1;
  for await (const batch of readLines(path, watch)) {
    let text = '';
    for (const { line, text: own, problem } of batch) {
      if (own === null) throw new CommandError(`Nothing was imported: ${path}:${line} ${problem ?? 'cannot be read'}.`);
      text += `${'\n'.repeat(line - next)}${own.endsWith('\r') ? own.slice(0, -1) : own}\n`;
      next = line + 1;
    }
    yield text;
  }
}

/** What parts most of the first line, outside of quotes. */
function delimiterOf(text: string): string {
  const line = (/^.*$/m.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

async function* recordsOf(
  path: string,
  delimiter: string,
  beginning: string,
  rest: AsyncGenerator<string, void, undefined>,
): AsyncGenerator<Parsed, void, undefined> {
  async function* all(): AsyncGenerator<string, void, undefined> {
    yield beginning;
    yield* rest;
  }
  let end = 0;
  const parser = parse({
    delimiter,
    info: true,
    raw: true,
    skip_empty_lines: true,
    relax_column_count: true,
    // A quote that is not closed shows at the end of the file only, so the row that has it is the one behind the last whole one.
    on_record: (record: string[], { lines }) => {
      end = lines;
      return record;
    },
  });
  // A failure of either ends the parser, which then says so.
  const records: AsyncIterable<Parsed> = pipeline(Readable.from(all()), parser, () => undefined);
  try {
    yield* records;
  } catch (error) {
    throw error instanceof CsvError ? sheetError(error, path, end) : error;
  }
}

function sheetError({ code, message }: CsvError, path: string, end: number): CommandError {
  const open = code === 'CSV_QUOTE_NOT_CLOSED';
  const line = open ? end + 1 : / at line (\d+)/.exec(message)?.[1];
  const why = open
    ? 'begins a row with a quote that nothing closes'
    : 'has a quote inside a value: put the value in quotes, and double those inside';
  return new CommandError(`Nothing was imported: ${path}:${line} ${why}.`);
}

async function* rowsOf(
  headers: readonly string[],
  records: AsyncGenerator<Parsed, void, undefined>,
): AsyncGenerator<readonly SheetRow[], void, undefined> {
  let batch: SheetRow[] = [];
  for await (const parsed of records) {
    const { record, info } = parsed;
    if (record.every((cell) => cell.trim() === '')) continue;
    const line = info.lines - record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
    const cells = new Map(record.flatMap((cell, index) => cellAt(headers, index, cell)));
    const extra = record.findIndex((cell, index) => cell !== '' && (headers[index] ?? '') === '');
    const problem = extra < 0 ? null : `has a value in column ${extra + 1}, which has no name in the first line`;
    batch.push({ line, cells, text: rawOf(parsed), problem });
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function cellAt(headers: readonly string[], index: number, cell: string): [string, string][] {
  const header = headers[index] ?? '';
  return header === '' || cell.trim() === '' ? [] : [[header, withoutGuard(cell)]];
}

/** An export puts a quote before what a spreadsheet would take for a formula. */
const withoutGuard = (cell: string): string => (/^'[=+\-@\t\r']/.test(cell) ? cell.slice(1) : cell);

const rawOf = ({ raw }: Parsed): string => raw.replace(/^\n+/, '').replace(/\n+$/, '');
