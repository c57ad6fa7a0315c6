import { type CellObject, read, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { errorMessage } from '@resource-catalogue/program';
import { type NumberReader, numberReader } from './cell-formats.js';
import { type Cell, checkText, type MergedCells, mergedCells, type Sheet, type SheetRow } from './sheet.js';
import { tooLarge, WorkbookError } from './parts.js';

/** The library needs up to 30 bytes of memory for each byte of a file. */
const maxBytes = 8 * 1024 * 1024;

/** Opens a workbook of Excel before 2007, whose rows stay in memory. */
export function xlsSheets(bytes: Buffer): readonly Sheet[] {
  if (bytes.length > maxBytes) throw tooLarge(`has more than ${maxBytes / 1024 / 1024} MiB in the format of old Excel`);
  const book = parseWorkbook(bytes);
  const is1904 = book.Workbook?.WBProps?.date1904 === true;
  return book.SheetNames.flatMap((name, index) => {
    const sheet = book.Sheets[name];
    const isHidden = (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
    return sheet ? [{ name, isHidden, rows: (onMerged) => rowsOf(sheet, is1904, onMerged) }] : [];
  });
}

function parseWorkbook(bytes: Buffer): WorkBook {
  try {
    return read(bytes, {
      dense: true,
      cellStyles: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellFormula: false,
    });
  } catch (error) {
    throw new WorkbookError(errorMessage(error), { cause: error });
  }
}

function* rowsOf(
  sheet: WorkSheet,
  is1904: boolean,
  onMerged: (merged: MergedCells) => void,
): Generator<SheetRow, void, undefined> {
  const numbers = new Map<string, NumberReader>();
  for (const area of sheet['!merges'] ?? []) onMerged(mergedCells(area));
  for (const [index, found] of (sheet['!data'] ?? []).entries()) {
    const cells = new Map<number, Cell>();
    // Rows and cells are absent where the sheet is empty.
    found?.forEach((cell, column) => cells.set(column, toCell(cell, is1904, numbers)));
    if (cells.size > 0) yield { row: index + 1, isHidden: sheet['!rows']?.[index]?.hidden === true, cells };
  }
}

function toCell(
  { t: type, v: value, z: format }: CellObject,
  is1904: boolean,
  numbers: Map<string, NumberReader>,
): Cell {
  if (type === 'e') return undefined;
  if (typeof value === 'string') return value === '' ? null : checkText(value);
  if (typeof value !== 'number') return value ?? null;
  const key = String(format ?? 'General');
  const reader = numbers.get(key) ?? numberReader(key, { is1904 });
  numbers.set(key, reader);
  return reader(value);
}
