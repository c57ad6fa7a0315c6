import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { CommandError, fileError, printable } from '@resource-catalogue/program';
import { type ByteSource, collect, firstBytes, openBytes } from './byte-source.js';
import { csvTable } from './csv.js';
import { odsSheets } from './workbook/ods.js';
import { inspectSheet, type Sheet, type SheetFacts, visibleRows } from './workbook/sheet.js';
import type { Table } from './table.js';
import { openParts, WorkbookError } from './workbook/parts.js';
import { xlsSheets } from './workbook/xls.js';
import { xlsxSheets } from './workbook/xlsx.js';

const extensions = ['.xlsx', '.xlsm', '.ods', '.xls', '.csv', '.tsv', '.txt'];

/** Opens a workbook, a CSV file, a directory of them, or standard input (`-`) with either. */
export async function openTables(path: string): Promise<readonly Table[]> {
  const names = path === '-' ? null : await namesIn(path);
  if (names === null) return tablesIn(await openBytes(path));
  const tables: Table[] = [];
  for (const name of names.sort()) {
    const isData = !/^[.~]/.test(name) && extensions.includes(extname(name).toLowerCase());
    if (isData) tables.push(...(await openTables(join(path, name))));
  }
  return tables;
}

/** The names in a directory; null for a file. */
async function namesIn(path: string): Promise<string[] | null> {
  try {
    const kind = await stat(path);
    return kind.isDirectory() ? await readdir(path) : null;
  } catch (error) {
    throw fileError(error, (reason) => `${path} cannot be read because ${reason}.`);
  }
}

const zipMark = Buffer.from('PK\u0003\u0004');
const oldExcelMark = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** Detects the format by content, because extensions are unreliable. */
async function tablesIn(source: ByteSource): Promise<readonly Table[]> {
  const head = await firstBytes(source.chunks(), 4096);
  const [isZip, isOldExcel] = [zipMark, oldExcelMark].map((mark) => head.subarray(0, 4).equals(mark));
  if (isZip === true || isOldExcel === true) return workbookTables(source, isZip === true ? zippedSheets : xlsSheets);
  const other = otherFormat(head);
  if (other !== null) throw new CommandError(`${source.path} is ${other}.`);
  return [await csvTable(source)];
}

const saveAsWorkbook = 'open it in a spreadsheet program, and save it as .xlsx';

/** Text files that old systems name `.xls`, and calendars. */
const otherFormats: readonly (readonly [RegExp, string])[] = [
  [/urn:schemas-microsoft-com:office:spreadsheet/i, `an Excel 2003 XML workbook: ${saveAsWorkbook}`],
  [/<office:document\b/i, `an OpenDocument spreadsheet in one XML file: ${saveAsWorkbook}`],
  [
    /^\s*(?:<!--[\s\S]*?-->\s*|<\?xml[^>]*>\s*)*<(?:!doctype html|html|head|meta|title|link|script|style|body|table|div|center|font|span|p|h[1-6]|form|pre)\b/i,
    `a web page, not a workbook: ${saveAsWorkbook}`,
  ],
  [/^MIME-Version:[\s\S]*?multipart\/related/i, `a web page with its images, not a workbook: ${saveAsWorkbook}`],
  [/^BEGIN:VCALENDAR/i, 'a calendar, not a table: list its events in a spreadsheet, one per row'],
];

function otherFormat(head: Buffer): string | null {
  // Without NUL characters UTF-16 looks like ASCII.
  const text = head.toString('latin1').replaceAll(/\0|^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/g, '');
  return otherFormats.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

async function zippedSheets(bytes: Buffer): Promise<readonly Sheet[]> {
  const parts = await openParts(bytes);
  if (parts.has('content.xml')) return odsSheets(parts);
  if (parts.has('xl/workbook.bin')) throw new WorkbookError('it is a binary workbook');
  return xlsxSheets(parts);
}

async function workbookTables(
  source: ByteSource,
  open: (bytes: Buffer) => readonly Sheet[] | Promise<readonly Sheet[]>,
): Promise<readonly Table[]> {
  const { path } = source;
  try {
    const sheets = await open(await collect(path, source.chunks()));
    const visible = sheets.filter(({ isHidden }) => !isHidden);
    const hidden = sheets
      .filter(({ isHidden }) => isHidden)
      .map(({ name }) => `the hidden sheet ${printable(name)} is left out`);
    const tables: Table[] = [];
    let cells = 0;
    for (const sheet of visible) {
      const facts = await inspectSheet(sheet, cells);
      cells += facts.cells;
      tables.push(sheetTable(path, sheet, facts, tables.length === 0 ? hidden : []));
    }
    return tables;
  } catch (error) {
    throw withAdvice(error, path);
  }
}

function sheetTable(path: string, sheet: Sheet, facts: SheetFacts, notes: readonly string[]): Table {
  return {
    path,
    title: printable(`${path}, sheet ${sheet.name}`),
    name: printable(sheet.name),
    notes: [...notes, ...facts.notes],
    decimalComma: false,
    rows: async function* () {
      try {
        yield* visibleRows(sheet, facts);
      } catch (error) {
        throw withAdvice(error, path);
      }
    },
  };
}

function withAdvice(error: unknown, path: string): unknown {
  if (!(error instanceof WorkbookError)) return error;
  return new CommandError(
    error.isTooLarge
      ? `${path} ${error.message}, the maximum. Split it, or save it as CSV.`
      : `${path} is not a workbook that can be read (${error.message}). Save it as .xlsx, without a password.`,
  );
}
