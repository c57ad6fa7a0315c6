import { cellRef, type DataValidation, writeXlsx } from 'hucre/xlsx';
import type { HeaderField, Layout } from '../layout.js';
import { templateRows } from './template.js';

/** Number of rows with drop-down lists. */
const listRows = 1000;

/** A template workbook: the columns that people fill in, two example rows, and drop-down lists of allowed values. */
export async function templateWorkbook(plan: Layout): Promise<Uint8Array> {
  const rows = await templateRows(plan);
  const [headers = []] = rows;
  const dataValidations = headers.flatMap((header, column): DataValidation[] => {
    const field = plan.columns.get(header);
    const values = field && allowedTexts(field);
    if (!values) return [];
    const range = `${cellRef(1, column)}:${cellRef(listRows, column)}`;
    return [{ type: 'list', values, range, allowBlank: true, showErrorMessage: true, errorTitle: header }];
  });
  const columns = headers.map((header) => ({ header, width: Math.max(12, header.length + 2) }));
  const sheet = { name: plan.collection, columns, rows: rows.map((row) => [...row]), dataValidations };
  return writeXlsx({ sheets: [{ ...sheet, freezePane: { rows: 1 } }] });
}

function allowedTexts({ kind, values }: HeaderField): string[] | undefined {
  return kind === 'boolean' ? ['true', 'false'] : values && [...values];
}
