import { HucreError } from 'hucre';
import { readOds, streamOdsRows } from 'hucre/ods';
import { readXls, readXlsx, type StreamRow, streamXlsxRows } from 'hucre/xlsx';
import { CommandError } from '@resource-catalogue/program';
import type { Content, Table, TableRow } from './tables.js';

/** Opens the visible sheets of an .xlsx workbook. */
export async function xlsxTables(path: string, bytes: Uint8Array): Promise<readonly Table[]> {
  const names: string[] = [];
  await opened(path, () =>
    readXlsx(bytes, {
      sheets: ({ name, hidden, veryHidden }) => {
        if (hidden !== true && veryHidden !== true) names.push(name);
        return false;
      },
    }),
  );
  return names.map((name) => table(path, name, () => streamXlsxRows(bytes, { sheet: name })));
}

export async function odsTables(path: string, bytes: Uint8Array): Promise<readonly Table[]> {
  const { sheets } = await opened(path, () => readOds(bytes));
  // Cells by index, because this reader ignores column names.
  return sheets.map(({ name }, index) => table(path, name, () => streamOdsRows(bytes, { sheets: [index] })));
}

/** Opens a workbook of Excel before 2007; these are small, so their rows stay in memory. */
export async function xlsTables(path: string, bytes: Uint8Array): Promise<readonly Table[]> {
  const { sheets } = await opened(path, () => readXls(bytes));
  return sheets.map(({ name, rows }) => table(path, name, () => rows.map((values, index) => ({ index, values }))));
}

function table(path: string, name: string, open: () => AsyncIterable<StreamRow> | Iterable<StreamRow>): Table {
  async function* rows(): AsyncGenerator<TableRow, void, undefined> {
    try {
      for await (const { index, values } of open()) {
        yield { row: index + 1, line: index + 1, cells: values.map((value) => (isError(value) ? null : value)) };
      }
    } catch (error) {
      throw unreadable(error, path);
    }
  }
  return { path, title: `${path}, sheet ${name}`, name, rows };
}

/** Whether the value is the error of a formula without a result. */
const isError = (value: Content): boolean =>
  typeof value === 'string' && /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$/.test(value);

async function opened<Book>(path: string, open: () => Promise<Book>): Promise<Book> {
  try {
    return await open();
  } catch (error) {
    throw unreadable(error, path);
  }
}

function unreadable(error: unknown, path: string): unknown {
  if (!(error instanceof HucreError)) return error;
  return new CommandError(
    `${path} is not a workbook that can be read (${error.message}). Save it as .xlsx, without a password.`,
  );
}
