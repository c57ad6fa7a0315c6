import { CommandError } from '@resource-catalogue/program';
import { CsvParser, type CsvRecord } from './csv-parser.js';

/** How the columns of a CSV file are separated. */
export interface CsvFormat {
  readonly delimiter: string;
  /** The delimiter inside cells if each line is written as one quoted cell; null if not. */
  readonly inner: string | null;
  /** The number of columns. */
  readonly width: number;
}

const delimiters = [',', ';', '\t', '|'];
const enoughRecords = 50;

/** Detects the format from the beginning of a text; some files specify their delimiter. */
export function detectFormat(text: string, isWhole: boolean, named: string | undefined): CsvFormat {
  const { delimiter, records, width } = bestSplit(text, isWhole, named === undefined ? delimiters : [named]);
  const single = records.map(({ cells }) => onlyCell(cells)).filter((cell) => cell !== null);
  if (onlyCell(records[0]?.cells ?? []) !== null && single.length * 2 > records.length) {
    const inside = bestSplit(single.join('\n'), true, delimiters);
    const head = inside.records[0]?.cells ?? [];
    if (head.length > 1) return { delimiter, inner: inside.delimiter, width: inside.width };
  }
  return { delimiter, inner: null, width };
}

/** The first cell of a record if the others are blank; null if they are not. */
export function onlyCell([first = '', ...others]: readonly string[]): string | null {
  return others.every((cell) => cell.trim() === '') ? first : null;
}

/** Splits a cell that holds a whole line; null if it is not CSV. */
export function splitCell(cell: string, delimiter: string): readonly string[] | null {
  const [record, ...others] = parseAll(cell, delimiter, true);
  return record && others.length === 0 ? record.cells : null;
}

interface Split {
  readonly delimiter: string;
  readonly records: readonly CsvRecord[];
  readonly width: number;
  readonly score: number;
}

function bestSplit(text: string, isWhole: boolean, candidates: readonly string[]): Split {
  const splits = candidates.map((delimiter) => rateDelimiter(delimiter, parseAll(text, delimiter, isWhole)));
  return splits.reduce((best, split) => (split.score > best.score ? split : best));
}

function parseAll(text: string, delimiter: string, isWhole: boolean): readonly CsvRecord[] {
  const parser = new CsvParser('', delimiter);
  const records: CsvRecord[] = [];
  try {
    for (const record of parser.parse(text)) if (records.push(record) === enoughRecords) return records;
    if (isWhole) records.push(...parser.end());
  } catch (error) {
    // The other delimiters are tried, and the reader reports errors.
    if (!(error instanceof CommandError)) throw error;
  }
  return records;
}

/** Rates a delimiter by how many records it splits into as many columns as the first record that it splits. */
function rateDelimiter(delimiter: string, records: readonly CsvRecord[]): Split {
  const begin = records.findIndex(({ cells }) => cells.length > 1);
  const width = records[begin]?.cells.length ?? 1;
  if (begin < 0) return { delimiter, records, width, score: 0 };
  const sum = records.slice(begin).reduce((total, { cells }) => total + rateRecord(cells, width), 0);
  const isPerfect = sum === records.length;
  // Plain texts rarely have equal numbers of delimiters, especially of several.
  const score = (sum / records.length) * (1 - 1 / width) * (begin === 0 ? 1 : 0.9);
  return { delimiter, records, width, score: isPerfect ? 1 + score : Math.max(score, Number.MIN_VALUE) };
}

/** Rates a record: trailing cells may be absent, and a space after each delimiter suggests a sentence. */
function rateRecord(cells: readonly string[], width: number): number {
  if (cells.length === 1) return -0.5;
  if (cells.length > width) return 0;
  const isSentence = cells.slice(1).every((cell) => /^\s+\S/.test(cell));
  return (cells.length === width ? 1 : 0.5) * (isSentence ? 0.5 : 1);
}
