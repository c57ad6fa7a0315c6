import { yesOrNo } from '../values/yes-no.js';
import { takePart } from '../map/text-parts.js';
import { displayText } from '../values/contents.js';
import { parseClock, TimeParser } from '../values/times.js';
import { isMoney } from './formats.js';
import type { Condition } from '../map/mapping.js';
import { Columns } from '../map/columns.js';
import { fold } from '../values/proposals.js';
import type { Table, TableRow } from '../read/table.js';
import { type Concept, headerMatches, type HeaderMatch, isPlaceholder, totalWord } from './words.js';

/** A column, as its header and the first rows describe it. */
export interface InspectedColumn {
  readonly name: string;
  readonly index: number;
  readonly kind: ValueKind;
  /** Distinct values, the most frequent first. */
  readonly distinct: readonly string[];
  readonly filled: number;
  readonly matches: ReadonlyMap<Concept, HeaderMatch>;
}

export interface InspectedTable {
  readonly table: Table;
  readonly headerRow: number;
  /** The names of all columns, also of empty ones. */
  readonly names: readonly string[];
  /** Columns with values. */
  readonly columns: readonly InspectedColumn[];
  /** The first data rows, as texts. */
  readonly rows: readonly (readonly string[])[];
  /** Whether there are more rows. */
  readonly isCut: boolean;
  readonly skip: readonly Condition[];
  /** Headings: texts that are alone in their row. */
  readonly headings: readonly string[];
  /** Texts that stand for an empty cell. */
  readonly noValue: readonly string[];
  /** The first row after the table, such as the header of another one. */
  readonly until?: Exclude<Condition, string>;
}

export const maxRows = 1000;
const maxColumns = 200;
/** Longer texts are truncated: their beginning is enough to recognise them. */
const longestText = 500;
/** Number of rows that are searched for the header. */
const maxHeaderRow = 40;

/** Finds the header of a table, its data rows and the rows to skip; null without data rows. */
export async function inspectTable(table: Table): Promise<InspectedTable | null> {
  const read = await firstRows(table);
  const header = headerIn(read);
  if (!header) return null;
  const { names } = new Columns(header.cells, table.title);
  const below = read
    .filter(({ row }) => row > header.row)
    .map(({ row, cells }) => ({ row, texts: names.map((_, index) => displayText(cells[index]).slice(0, longestText)) }))
    .filter(({ texts }) => texts.some((text, index) => text !== '' && fold(text) !== fold(names[index] ?? '')));
  const isCut = read.length >= maxRows;
  const end = isCut ? below.length : findEnd(below);
  const given = below.slice(0, end).map(({ texts }) => texts);
  const noValue = noValueIn(given);
  const all = given
    .map((texts) => texts.map((text) => (noValue.includes(text) ? '' : text)))
    .filter((texts) => filledIn(texts) > 0);
  const single = all.filter((texts) => filledIn(texts) === 1);
  const skipsSingle = single.length > 0 && single.length * 2 < all.length;
  const several = skipsSingle ? all.filter((texts) => filledIn(texts) > 1) : all;
  const total = totalIn(several, names);
  const rows = several.filter(
    (texts) => total === null || !fold(texts[total.index] ?? '').startsWith(fold(total.begins)),
  );
  if (rows.length === 0) return null;
  const skip: Condition[] = [
    ...(skipsSingle ? (['single-cell'] as const) : []),
    ...(total ? [{ column: total.column, begins: total.begins }] : []),
  ];
  const columns = names.map((name, index) => inspectColumn(name, index, rows)).filter(({ filled }) => filled > 0);
  const headings = skipsSingle ? single.map((texts) => texts.join('')) : [];
  const next = below[end]?.texts ?? [];
  const first = next.findIndex((text) => text !== '');
  const until = first < 0 ? undefined : { column: names[first] ?? '', is: next[first] ?? '' };
  const found = { headerRow: header.row, names, columns, rows, isCut, skip, headings, noValue };
  return { table, ...found, ...(until && { until }) };
}

async function firstRows(table: Table): Promise<readonly TableRow[]> {
  const read: TableRow[] = [];
  for await (const row of table.rows()) {
    const cells = row.cells.slice(0, maxColumns);
    if (cells.some((content) => displayText(content) !== '')) read.push({ ...row, cells });
    if (read.length >= maxRows) break;
  }
  return read;
}

const filledIn = (texts: readonly string[]): number => texts.filter((text) => text !== '').length;

/** The row with the most known headers, or else the first one with several texts above a row with several values. */
function headerIn(rows: readonly TableRow[]): TableRow | null {
  const texts = rows.slice(0, maxHeaderRow).map(({ cells }) => cells.map(displayText));
  const candidates = texts.flatMap((own, at) => {
    const below = texts[at + 1];
    const isHeader = filledIn(own) >= 2 && below !== undefined && own.every((text) => !/^[\d.,:/-]+$/.test(text));
    return isHeader ? [{ at, known: own.filter((text) => headerMatches(text).size > 0).length }] : [];
  });
  const highest = Math.max(...candidates.map(({ known }) => known));
  const best = candidates.find(({ known }) => known === highest);
  return (best && rows[best.at]) ?? null;
}

/** The number of rows before a blank row that is followed by another header or only notes. */
function findEnd(rows: readonly { readonly row: number; readonly texts: readonly string[] }[]): number {
  const counts = rows.map(({ texts }) => filledIn(texts));
  const isWide = Math.max(...counts) > 3;
  const end = rows.findIndex(({ row }, at) => {
    if (at === 0 || row === (rows[at - 1]?.row ?? 0) + 1) return false;
    return rows.slice(at, at + 2).some(isHeader) || (isWide && counts.slice(at).every((count) => count <= 2));
  });
  return end < 0 ? rows.length : end;
}

function isHeader({ texts }: { readonly texts: readonly string[] }): boolean {
  const known = texts.filter((text) => [...headerMatches(text).values()].some(({ score }) => score >= 1));
  return known.length >= 2 && known.length * 2 >= filledIn(texts);
}

/** Texts that stand for an empty cell, except those that may mean yes or no. */
function noValueIn(rows: readonly (readonly string[])[]): readonly string[] {
  const columns = (rows[0] ?? []).map((_, index) => rows.map((row) => row[index] ?? '').filter((text) => text !== ''));
  const flags = new Set(columns.filter((texts) => detectKind(texts) === 'boolean').flat());
  return [...new Set(columns.flat())].filter(
    (text) => isPlaceholder(text) && yesOrNo(text) !== true && !flags.has(text),
  );
}

/** Finds the column and the word that mark sparse rows of totals. */
function totalIn(rows: readonly (readonly string[])[], names: readonly string[]) {
  const usual = Math.max(...rows.map(filledIn));
  for (const texts of rows.filter((own) => filledIn(own) <= Math.max(2, usual / 2)).reverse()) {
    const index = texts.findIndex((text) => text !== '');
    const begins = totalWord(texts[index] ?? '');
    if (begins !== null) return { index, begins, column: names[index] ?? '' };
  }
  return null;
}

function inspectColumn(name: string, index: number, rows: readonly (readonly string[])[]): InspectedColumn {
  const texts = rows.map((row) => row[index] ?? '').filter((text) => text !== '');
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const distinct = [...counts].sort(([, one], [, other]) => other - one).map(([text]) => text);
  const kind = detectKind(texts);
  return {
    ...{ name, index, kind, distinct, filled: texts.length },
    matches: headerMatches(name),
  };
}

const parsers = [new TimeParser('day-first'), new TimeParser('month-first')];

/** Whether a text is a day, with or without a time, in any order of day and month; null for other texts. */
function timeIn(text: string): 'date' | 'datetime' | null {
  for (const parser of parsers) {
    const read = parser.parse(text);
    if ('clock' in read) return read.isDay ? 'date' : 'datetime';
  }
  return null;
}

/** Whether a text contains a date and two times. */
const isSpan = (text: string): boolean =>
  (['start', 'end'] as const).every(
    (part) => takePart(text, part) !== text && timeIn(takePart(text, part)) === 'datetime',
  );

const hasClock = (text: string): boolean => /[:h]|[ap]\.?m|uhr/i.test(text);

const tests = {
  email: (text: string) => /(?<![^\s@<])[^\s@<]+@[^\s@>]+\.[^\s@>]+/.test(text),
  url: (text: string) => /^(?:https?:\/\/|www\.)\S+$/i.test(text),
  integer: (text: string) => /^\d+$/.test(text),
  number: (text: string) => /^-?\d+(?:[.,]\d+)?$/.test(text),
  boolean: (text: string) => yesOrNo(text) !== null,
  // Test spans before times, because the end of a span could be an offset.
  'time-span': (text: string) => hasClock(text) && isSpan(`2026-03-01 ${text}`),
  time: (text: string) => hasClock(text) && parseClock(text) !== null,
  span: isSpan,
  datetime: (text: string) => timeIn(text) === 'datetime',
  date: (text: string) => timeIn(text) !== null,
  money: isMoney,
};

/** The kind of values in a column; `none` without values. */
export type ValueKind = keyof typeof tests | 'text' | 'none';

const kinds = Object.keys(tests).filter((name): name is keyof typeof tests => name in tests);

const mostly = 0.8;
/** Lower threshold for dates, because other values in such columns are usually remarks. */
const oftenDates = 0.6;

/** Returns the first kind that matches most values of a column. */
function detectKind(texts: readonly string[]): ValueKind {
  const meaningful = texts.filter((text) => !isPlaceholder(text) || yesOrNo(text) !== null);
  if (meaningful.length === 0) return 'none';
  const found = kinds.find((kind) => {
    const share = kind.startsWith('date') ? oftenDates : mostly;
    return meaningful.filter((text) => tests[kind](text)).length >= meaningful.length * share;
  });
  return found ?? 'text';
}
