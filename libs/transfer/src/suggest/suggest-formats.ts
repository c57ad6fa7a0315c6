import type { InspectedColumn } from './inspect-table.js';
import type { DateOrder } from '../map/mapping.js';
import type { Language } from './words.js';

/** Formats of dates and decimals in a table, with a note if the table does not settle one. */
export interface SuggestedFormats {
  readonly dates?: DateOrder;
  readonly decimal?: 'comma' | 'point';
  readonly notes: ReadonlyMap<string, string>;
}

const numericDate = /^(\d{1,2})([-./])(\d{1,2})\2(?:\d{2}|\d{4})\b/;

/** Decides by the values, such as a 13 that cannot be a month, or else by the language of the headers. */
export function suggestFormats(
  columns: readonly InspectedColumn[],
  rows: readonly (readonly string[])[],
  language: Language,
  timeZone: string,
): SuggestedFormats {
  const texts = (kinds: readonly string[]): string[] =>
    columns
      .filter(({ kind }) => kinds.includes(kind))
      .flatMap(({ index }) => rows.map((row) => row[index] ?? '').filter((text) => text !== ''));
  const notes = new Map<string, string>();
  const dates = dateOrder(texts(['date', 'datetime']), language, timeZone, notes);
  const decimal = decimalMark(texts(['money', 'number']), language, notes);
  return { ...(dates && { dates }), ...(decimal && { decimal }), notes };
}

function dateOrder(
  texts: readonly string[],
  language: Language,
  timeZone: string,
  notes: Map<string, string>,
): DateOrder | undefined {
  const found = texts.flatMap((text) => {
    const [, first, mark, second] = numericDate.exec(text) ?? [];
    return first === undefined ? [] : [{ first: Number(first), second: Number(second), mark }];
  });
  if (found.length === 0) return undefined;
  if (found.some(({ first, mark }) => first > 12 || mark === '.')) return 'day-first';
  if (found.some(({ second }) => second > 12)) return 'month-first';
  const order = language === 'en' && timeZone.startsWith('America/') ? 'month-first' : 'day-first';
  notes.set('dates', 'the dates are ambiguous: check this');
  return order;
}

function decimalMark(
  texts: readonly string[],
  language: Language,
  notes: Map<string, string>,
): 'comma' | 'point' | undefined {
  const amounts = texts.map((text) => text.replaceAll(/[^\d.,]/g, '')).filter((text) => /[.,]/.test(text));
  const comma = amounts.some((text) => /,\d{1,2}$/.test(text));
  const point = amounts.some((text) => /\.\d{1,2}$/.test(text));
  // If both occur, each value is read by itself.
  if (amounts.length === 0 || (comma && point)) return undefined;
  if (comma || point) return comma ? 'comma' : 'point';
  if (!amounts.some((text) => /[.,]\d{3}$/.test(text))) return undefined;
  notes.set('decimal', 'the numbers are ambiguous: check this');
  return language === 'en' ? 'point' : 'comma';
}
