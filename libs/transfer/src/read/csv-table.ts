import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { CommandError } from '@resource-catalogue/program';
import { unescapedCell } from '../export/csv.js';
import type { Table, TableRow } from './tables.js';

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Opens text exported by a spreadsheet program or another system, and detects its encoding and delimiter. */
export function csvTable(path: string, name: string, bytes: Uint8Array): Table {
  const text = decoded(bytes).replace(/^sep=.(?:\r\n|\r|\n)/i, '\n');
  const delimiter = delimiterIn(text);
  async function* rows(): AsyncGenerator<TableRow, void, undefined> {
    const records: AsyncIterable<CsvRecord> = parse(text, {
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      info: true,
      relax_quotes: true,
      relax_column_count: true,
    });
    let row = 0;
    let line = 1;
    try {
      for await (const { record, info } of records) {
        row += 1;
        yield { row, line, cells: unwrapped(record).map(unescapedCell) };
        line = info.lines + 1;
      }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      throw new CommandError(`${path}:${line} cannot be read as CSV: ${error.message}`);
    }
  }
  return { path, title: path, name, rows };
}

/** Text that is not UTF-8 usually comes from Excel on Windows. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
}

const delimiters = [',', ';', '\t', '|'];
const enoughLines = 20;
const enoughCharacters = 64 * 1024;

/** The most frequent delimiter in the first lines, outside quotes. */
function delimiterIn(text: string): string {
  const beginning = text
    .slice(0, enoughCharacters)
    .replaceAll(/"[^"]*"/g, '')
    .split('\n', enoughLines)
    .join('\n');
  const counts = delimiters.map((delimiter) => beginning.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Some programs quote a whole line, which is then a single cell. */
function unwrapped(record: readonly string[]): readonly string[] {
  const [cell = ''] = record;
  if (record.length > 1 || cell.includes('\n')) return record;
  const delimiter = delimiterIn(cell);
  if (!cell.includes(delimiter)) return record;
  try {
    const inner: string[][] = parseSync(cell, { delimiter, relax_quotes: true, relax_column_count: true });
    return inner[0] ?? record;
  } catch {
    // For instance a title with a quote above the table.
    return record;
  }
}
