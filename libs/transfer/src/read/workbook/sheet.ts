import type { Range } from '@e965/xlsx';
import type { Content, TableRow } from '../table.js';
import { tooLarge, WorkbookError } from './parts.js';

/** The content of a cell; undefined stands for the error of a formula, such as `#REF!`. */
export type Cell = Content | undefined;

export interface SheetRow {
  /** Number, from 1. */
  readonly row: number;
  readonly isHidden: boolean;
  /** Cells by column, from 0. */
  readonly cells: ReadonlyMap<number, Cell>;
}

/** An area of cells with one value; only its first column matters. */
export interface MergedCells {
  readonly column: number;
  readonly first: number;
  readonly last: number;
}

/** The area between two cells, whose rows and columns count from 0. */
export function mergedCells({ s: from, e: to }: Range): MergedCells {
  checkPosition(from.r + 1, from.c);
  checkPosition(to.r + 1, from.c);
  return { column: from.c, first: from.r + 1, last: to.r + 1 };
}

/** A sheet of a workbook of any format. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** Reads the rows, and reports merged cells before or after them. */
  readonly rows: (onMerged: (merged: MergedCells) => void) => AsyncIterable<SheetRow> | Iterable<SheetRow>;
}

/** Limits of spreadsheet programs. */
export const sheetLimits = { rows: 1_048_576, columns: 16_384, characters: 32_767, sheets: 1000 } as const;
const maxMerged = 100_000;
/** Maximum number of cells of a workbook including empty ones, for instance those before a cell in the last column. */
const maxCells = 100_000_000;

/** Throws if a program cannot have written the position. */
export function checkPosition(row: number, column: number): void {
  const isRow = Number.isInteger(row) && row >= 1 && row <= sheetLimits.rows;
  if (!isRow) throw new WorkbookError(`it has a row whose number is not between 1 and ${sheetLimits.rows}`);
  const isColumn = Number.isInteger(column) && column >= 0 && column < sheetLimits.columns;
  if (!isColumn) throw new WorkbookError(`row ${row} has a cell beyond column ${sheetLimits.columns}`);
}

export function checkText(text: string): string {
  checkLength(text.length);
  return text;
}

export function checkLength(characters: number): void {
  if (characters <= sheetLimits.characters) return;
  throw tooLarge(`has a cell with more than ${sheetLimits.characters} characters`);
}

/** The result of one pass over a sheet. */
export interface SheetFacts {
  /** The number of its cells, including empty ones. */
  readonly cells: number;
  readonly merged: ReadonlyMap<number, readonly MergedCells[]>;
  readonly notes: readonly string[];
}

/** Reads a sheet once. `before` is the number of cells in the sheets before it. */
export async function inspectSheet(sheet: Sheet, before: number): Promise<SheetFacts> {
  const merged = new Map<number, MergedCells[]>();
  let [areas, total, hidden, errors, long] = [0, 0, 0, 0, 0];
  const count = (cells: number): void => {
    total += cells;
    if (before + total > maxCells) throw tooLarge(`has more than ${maxCells} cells`);
  };
  const onMerged = (area: MergedCells): void => {
    if (area.first === area.last) return;
    areas += 1;
    if (areas > maxMerged) throw tooLarge(`has more than ${maxMerged} merged cells`);
    const others = merged.get(area.first);
    if (others) others.push(area);
    else merged.set(area.first, [area]);
  };
  for await (const { isHidden, cells } of sheet.rows(onMerged)) {
    count(1 + cells.size);
    if (isHidden) {
      hidden += 1;
      continue;
    }
    let width = 0;
    for (const [column, cell] of cells) {
      width = Math.max(width, column + 1);
      if (cell === undefined) errors += 1;
      else if (typeof cell === 'number' && Math.abs(cell) >= 1e15) long += 1;
    }
    count(width - cells.size);
  }
  const notes = [
    counted(hidden, 'hidden row is left out', 'hidden rows are left out'),
    counted(
      errors,
      'cell with an error such as #REF! is read as empty',
      'cells with errors such as #REF! are read as empty',
    ),
    counted(
      long,
      'number has more than 15 digits, which spreadsheet programs do not keep: check it',
      'numbers have more than 15 digits, which spreadsheet programs do not keep: check them',
    ),
  ];
  return { merged, cells: total, notes: notes.filter((note) => note !== null) };
}

const counted = (count: number, one: string, several: string): string | null =>
  count === 0 ? null : `${count} ${count === 1 ? one : several}`;

/** Reads the visible rows. The value of merged cells is repeated in the rows below that have other cells. */
export async function* visibleRows(sheet: Sheet, { merged }: SheetFacts): AsyncGenerator<TableRow, void, undefined> {
  const open = new Map<number, { readonly last: number; readonly value: Content }>();
  let total = 0;
  for await (const { row, isHidden, cells: found } of sheet.rows(() => undefined)) {
    const cells: Content[] = [];
    for (const [column, cell] of found) {
      while (cells.length < column) cells.push(null);
      cells[column] = cell ?? null;
    }
    total += cells.length + open.size;
    if (total > maxCells) throw tooLarge(`has more than ${maxCells} cells`);
    if (!isBlank(cells)) fillMerged(row, cells, open);
    for (const { column, last } of merged.get(row) ?? []) open.set(column, { last, value: cells[column] ?? null });
    if (!isHidden && !isBlank(cells)) yield { row, line: row, cells };
  }
}

function fillMerged(
  row: number,
  cells: Content[],
  open: Map<number, { readonly last: number; readonly value: Content }>,
): void {
  for (const [column, { last, value }] of open) {
    if (row > last) open.delete(column);
    else {
      while (cells.length <= column) cells.push(null);
      cells[column] ??= value;
    }
  }
}

const isBlank = (cells: readonly Content[]): boolean =>
  cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''));
