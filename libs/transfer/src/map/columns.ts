import { CommandError } from '@resource-catalogue/program';
import type { CellProblem } from '../import-errors.js';
import { joinFirst } from '../import-limits.js';
import type { Content, Table, TableRow } from '../read/table.js';
import type { ReadWatch } from '../read/byte-source.js';
import { bareContent, shown, unescapedCell } from '../values/contents.js';
import { fold, suggestion } from '../values/proposals.js';
import type { Condition, TableMapping } from './mapping.js';

/** The named columns of a table. */
export class Columns {
  /** Names for messages: a second `Date` is `Date (2)`, and a column without a name has its letters in brackets. */
  readonly names: readonly string[];
  private readonly indexes: ReadonlyMap<string, number>;

  constructor(header: TableRow['cells']) {
    const counts = new Map<string, number>();
    this.names = header.map((content, index) => {
      const name = shown(bareContent(content)).replaceAll(/\s+/g, ' ');
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

  /** Error message for a missing column. */
  missing(names: string | readonly string[]): string {
    const [name = ''] = [names].flat();
    return `has no column ${[names].flat().join(' or ')}${suggestion(name, this.names)} (it has ${joinFirst(this.names)})`;
  }
}

/** Whether this is the name of a column without one. */
export const isUnnamed = (name: string): boolean => /^\[[A-Z]+\]$/.test(name);

/** A row of a table below its header; null stands for an empty cell. */
export interface DataRow {
  readonly row: number;
  readonly line: number;
  readonly cells: readonly Content[];
  /** The cells as they are in the file. */
  readonly raw: TableRow['cells'];
}

/** The values of one row, by header; cells without a value are absent. */
export interface MappedRow {
  /** Row number in the spreadsheet, from 1. */
  readonly row: number;
  /** First line of the row in the file, from 1: cells may span lines. */
  readonly line: number;
  readonly values: ReadonlyMap<string, unknown>;
  /** Values that do not replace those of a stored row: constants, and defaults of empty cells. */
  readonly defaults: ReadonlyMap<string, unknown>;
  /** Errors by column; an empty column stands for the whole row. */
  readonly problems: readonly CellProblem[];
  /** The cells as they are in the file, for the rejects. */
  readonly raw: readonly Content[];
}

export interface DataRows {
  readonly columns: Columns;
  readonly rows: AsyncGenerator<DataRow, void, undefined>;
  /** Stops reading early. */
  readonly close: () => Promise<void>;
}

/** Reads the header, then the rows below it that have values. */
export async function readRows(table: Table, headerRow: number, watch?: ReadWatch): Promise<DataRows> {
  const all = table.rows(watch);
  let header: TableRow | undefined;
  while (header === undefined || header.row < headerRow) {
    const next = await all.next();
    if (next.done === true) {
      throw new CommandError(
        `${table.title} has no row ${headerRow}: set \`header_row\` to the row with the column names.`,
      );
    }
    header = next.value;
  }
  const columns = new Columns(header.cells);
  async function* rows(): AsyncGenerator<DataRow, void, undefined> {
    for await (const { row, line, cells: raw } of all) {
      const cells = raw.map(unescaped);
      if (cells.some((content) => content !== null)) yield { row, line, cells, raw };
    }
  }
  // Closes the inner generator directly, because closing a generator that has not started would skip its cleanup.
  const close = async (): Promise<void> => void (await all.return());
  return { columns, rows: rows(), close };
}

/** A text that an export has escaped is kept exactly, also if a spreadsheet program has saved it in a workbook. */
function unescaped(content: Content): Content {
  return (typeof content === 'string' ? unescapedCell(content) : null) ?? bareContent(content);
}

/** Leaves out repeated headers, skipped rows and those after the end, and empties cells that say so. */
export async function* mappedRows(
  { columns, rows }: DataRows,
  { no_value: noValue = [], skip = [], until }: Pick<TableMapping, 'no_value' | 'skip' | 'until'>,
  table: Pick<Table, 'title'>,
): AsyncGenerator<DataRow, void, undefined> {
  const skipped = conditions(skip, columns, table);
  const ends = conditions(until === undefined ? [] : [until], columns, table);
  const blank = new Set(noValue.map(fold));
  for await (const read of rows) {
    if (ends(read.cells)) return;
    const cells =
      blank.size === 0 ? read.cells : read.cells.map((cell) => (blank.has(fold(shown(cell))) ? null : cell));
    const isHeader = cells.every(
      (cell, index) => cell === null || fold(shown(cell)) === fold(columns.names[index] ?? ''),
    );
    if (!isHeader && !skipped(cells)) yield { ...read, cells };
  }
}

type Test = (cells: readonly Content[]) => boolean;

/** Compiles conditions to a test that passes if any of them holds. */
export function conditions(list: readonly Condition[], columns: Columns, table: Pick<Table, 'title'>): Test {
  const tests = list.map((condition): Test => {
    if (condition === 'single-cell') return (cells) => cells.filter((cell) => cell !== null).length === 1;
    const index = columns.find(condition.column);
    if (index === undefined) throw new CommandError(`${table.title} ${columns.missing(condition.column)}.`);
    const is = condition.is === undefined ? null : new Set([condition.is].flat().map(fold));
    const begins = condition.begins === undefined ? null : [condition.begins].flat().map(fold);
    return (cells) => {
      const text = fold(shown(cells[index]));
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
