import { CommandError } from '@resource-catalogue/program';
import type { CellProblem } from '../import-errors.js';
import { joinFirst } from '../import-limits.js';
import type { Content, Table, TableRow } from '../read/table.js';
import type { ReadWatch } from '../read/byte-source.js';
import { bareContent, displayText, unescapeCell } from '../values/contents.js';
import { fold, suggestion } from '../values/proposals.js';
import type { Condition, TableMapping } from './mapping.js';

/** The named columns of a table. */
export class Columns {
  /** Names for messages: a second `Date` is `Date (2)`, and a column without a name has its letters in brackets. */
  readonly names: readonly string[];
  private readonly indexes: ReadonlyMap<string, number>;

  constructor(
    header: TableRow['cells'],
    private readonly title: string,
  ) {
    const counts = new Map<string, number>();
    this.names = header.map((content, index) => {
      const name = displayText(bareContent(content)).replaceAll(/\s+/g, ' ');
      if (name === '') return `[${letters(index)}]`;
      const count = (counts.get(fold(name)) ?? 0) + 1;
      counts.set(fold(name), count);
      return count === 1 ? name : `${name} (${count})`;
    });
    this.indexes = new Map(this.names.map((name, index) => [fold(name), index]));
  }

  /** The index of the first of these columns that the table has; undefined if it has none. */
  find(names: string | readonly string[]): number | undefined {
    return [names]
      .flat()
      .map((name) => this.indexes.get(fold(name)))
      .find((index) => index !== undefined);
  }

  /** Like `find`, but throws if the table has none of the columns. */
  index(names: string | readonly string[]): number {
    const index = this.find(names);
    if (index !== undefined) return index;
    const all = [names].flat();
    throw new CommandError(
      `${this.title} has no column ${all.join(' or ')}${suggestion(all[0] ?? '', this.names)} (it has ${joinFirst(this.names)}).`,
    );
  }
}

/** Whether this is the placeholder name of a column without a name. */
export const isUnnamed = (name: string): boolean => /^\[[A-Z]+\]$/.test(name);

/** A row of a table below its header; null stands for an empty cell. */
export interface DataRow extends TableRow {
  /** The cells as they are in the file. */
  readonly raw: TableRow['cells'];
}

/** The values of one row, by header; cells without a value are absent. */
export interface MappedRow extends Omit<DataRow, 'cells'> {
  readonly values: ReadonlyMap<string, unknown>;
  /** Values that do not replace those of a stored row: constants, and defaults of empty cells. */
  readonly defaults: ReadonlyMap<string, unknown>;
  /** Errors by column; an empty column stands for the whole row. */
  readonly problems: readonly CellProblem[];
}

/** Reads the header of a table. */
export async function readColumns(table: Table, headerRow: number): Promise<Columns> {
  for await (const { row, cells } of table.rows()) if (row >= headerRow) return new Columns(cells, table.title);
  throw new CommandError(
    `${table.title} has no row ${headerRow}: set \`header_row\` to the row with the column names.`,
  );
}

/** Reads the rows below the header that have values. */
export async function* dataRows(
  table: Table,
  headerRow: number,
  watch?: ReadWatch,
): AsyncGenerator<DataRow, void, undefined> {
  let isBelow = false;
  for await (const { row, line, cells: raw } of table.rows(watch)) {
    const cells = isBelow ? raw.map(restoreText) : [];
    if (cells.some((content) => content !== null)) yield { row, line, cells, raw };
    isBelow ||= row >= headerRow;
  }
}

/** Restores a text that an export has escaped, even if a spreadsheet program has saved it in a workbook. */
function restoreText(content: Content): Content {
  return (typeof content === 'string' ? unescapeCell(content) : null) ?? bareContent(content);
}

/** Leaves out repeated headers, skipped rows and rows after the end, and empties cells with a `no_value` text. */
export async function* mappedRows(
  rows: AsyncIterable<DataRow>,
  columns: Columns,
  { no_value: noValue = [], skip = [], until }: TableMapping,
): AsyncGenerator<DataRow, void, undefined> {
  const skipped = compileConditions(skip, columns);
  const ends = compileConditions(until === undefined ? [] : [until], columns);
  const blank = new Set(noValue.map(fold));
  for await (const read of rows) {
    if (ends(read.cells)) return;
    const cells =
      blank.size === 0 ? read.cells : read.cells.map((cell) => (blank.has(fold(displayText(cell))) ? null : cell));
    const isHeader = cells.every(
      (cell, index) => cell === null || fold(displayText(cell)) === fold(columns.names[index] ?? ''),
    );
    if (!isHeader && !skipped(cells)) yield { ...read, cells };
  }
}

type Test = (cells: readonly Content[]) => boolean;

/** Compiles conditions to a test that passes if any of them holds. */
export function compileConditions(list: readonly Condition[], columns: Columns): Test {
  const tests = list.map((condition): Test => {
    if (condition === 'single-cell') return (cells) => cells.filter((cell) => cell !== null).length === 1;
    const index = columns.index(condition.column);
    const is = condition.is === undefined ? null : new Set([condition.is].flat().map(fold));
    const begins = condition.begins === undefined ? null : [condition.begins].flat().map(fold);
    return (cells) => {
      const text = fold(displayText(cells[index]));
      return (
        (is === null || is.has(text)) &&
        (begins === null || begins.some((begin) => text.startsWith(begin))) &&
        (condition.empty === undefined || condition.empty === (text === ''))
      );
    };
  });
  return (cells) => tests.some((test) => test(cells));
}

function letters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${letters(Math.floor(index / 26) - 1)}${letter}`;
}
