import type { Content } from '../read/table.js';
import { isFragile } from './damaged-names.js';

/** The text of a cell as people see it. Cells of a workbook can be numbers and dates. */
export function displayText(content: Content | undefined): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  if (typeof content === 'boolean') return String(content);
  if (typeof content === 'number') return numberText(content);
  const iso = content.toISOString();
  if (isTime(content)) return iso.slice(11, 19);
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** Formats without an exponent and without binary rounding errors. */
const numberText = (number: number): string =>
  Number.isInteger(number) ? BigInt(number).toString() : String(Number(number.toPrecision(15)));

/** Whether a date is a time without a day, which workbooks store as day zero. */
export const isTime = (date: Date): boolean => date.getTime() < Date.UTC(1900, 0, 2);

/** White space and invisible characters, with which some programs protect texts from spreadsheets. */
const invisibleEnds = /^[\s\p{Cc}\p{Cf}]+|(?<![\s\p{Cc}\p{Cf}])[\s\p{Cc}\p{Cf}]+$/gu;

/** A formula that only protects a text, such as `="00042"`. */
const guard = /^="((?:[^"]|"")*)"$/;

/** Whether a text begins and ends with a printable ASCII character, as most do. */
const isBare = (text: string): boolean => /^[!-<>-~](?:.*[!-~])?$/s.test(text);

/** The content of a cell without invisible ends and protective formulas; null for an empty cell. */
export function bareContent(content: Content): Content {
  if (typeof content !== 'string' || isBare(content)) return content;
  const text = content.replaceAll(invisibleEnds, '').replace(guard, (_, inner: string) => inner.replaceAll('""', '"'));
  return text === '' ? null : text;
}

/**
 * Prefixes that a spreadsheet would run as a formula, even after white space, or that an import would read as an
 * escape or an empty cell; and white space at the end, which an import removes.
 */
const risky = /^(?:$|[=+\-@＝＋－＠'\s\p{Cc}\p{Cf}])|[\s\p{Cc}\p{Cf}]$/u;

/** Whether a spreadsheet or an import would change the text, for instance `00042` to `42`. */
const needsEscape = (text: string): boolean => risky.test(text) || isFragile(text);

/** Escapes text that a spreadsheet would run or change; the text may come from strangers. */
export const escapeCell = (text: string): string => (needsEscape(text) ? `'${text}` : text);

/** The text that an export has escaped; null for other cells. */
export const unescapeCell = (cell: string): string | null =>
  cell.startsWith("'") && needsEscape(cell.slice(1)) ? cell.slice(1) : null;

/** Escapes a cell of an imported sheet so that a spreadsheet does not run it and an import reads the same text. */
export const escapeFormula = (cell: string): string =>
  /^\s*[=+\-@＝＋－＠]/.test(cell) && !/^[+-]?[\d.,\s]*$/.test(cell) ? `'${cell}` : cell;
