import { basename } from 'node:path';
import { CommandError, printable } from '@resource-catalogue/program';
import { type ImportLimits, importLimits } from '../import-limits.js';
import type { ByteSource } from './byte-source.js';
import { type CsvFormat, detectFormat, onlyCell, splitCell } from './csv-format.js';
import { CsvParser, type CsvRecord } from './csv-parser.js';
import { decode, detectEncoding, type Encoding } from './encoding.js';
import type { Table } from './table.js';

/** A first line with the delimiter for Excel, which does not count it as a row. */
const delimiterLine = /^"?sep=([^"\s]|\t)"?[^\S\t]*(?:\r\n|\r|\n)/i;

const enoughCharacters = 64 * 1024;

/** Opens a CSV file from any program: finds its encoding and its delimiter. */
export async function csvTable(source: ByteSource, limits: ImportLimits = importLimits): Promise<Table> {
  const { path } = source;
  const encoding = await detectEncoding(source);
  const { text, isWhole } = await beginning(source, encoding);
  const [named = '', delimiter] = delimiterLine.exec(text) ?? [];
  const format = detectFormat(text.slice(named.length), isWhole, delimiter);
  return {
    path,
    title: printable(path),
    name: printable(
      basename(path)
        .replace(/\.gz$/i, '')
        .replace(/(.)\.[^.]*$/, '$1'),
    ),
    notes: encoding.name === 'UTF-8' ? [] : [`read as ${encoding.name}`],
    decimalComma: (format.inner ?? format.delimiter) !== ',',
    rows: async function* (watch) {
      const parser = new CsvParser(path, format.delimiter, named === '' ? 1 : 2, limits);
      for await (const { row, line, cells } of records(decode(source, encoding, watch), named.length, parser)) {
        yield { row, line, cells: toCells(cells, format, `${path}:${line}`) };
      }
    },
  };
}

/** Reads enough of the text to detect its format. */
async function beginning(source: ByteSource, encoding: Encoding): Promise<{ text: string; isWhole: boolean }> {
  let text = '';
  for await (const chunk of decode(source, encoding)) {
    text += chunk;
    if (text.length >= enoughCharacters) return { text, isWhole: false };
  }
  return { text, isWhole: true };
}

async function* records(
  texts: AsyncIterable<string>,
  skip: number,
  parser: CsvParser,
): AsyncGenerator<CsvRecord, void, undefined> {
  let left = skip;
  for await (const text of texts) {
    yield* parser.parse(text.slice(left));
    left = Math.max(0, left - text.length);
  }
  yield* parser.end();
}

/** The cells of a record; some programs write a line as one quoted cell. */
function toCells(cells: readonly string[], { delimiter, inner, width }: CsvFormat, place: string): readonly string[] {
  const single = onlyCell(cells);
  if (inner === null) {
    const split = cells.length === 1 && single !== null ? splitCell(single, delimiter) : null;
    return split?.length === width ? split : cells;
  }
  const split = single === null ? (delimiter === inner ? cells : null) : splitCell(single, inner);
  if (split) return split;
  throw new CommandError(
    `${place} must be one quoted cell, like the other lines of this file. Open the original file again, and save it with commas or semicolons between the columns.`,
  );
}
