import { idsOf, type Row } from '../snapshot/row.js';
import type { Condition, Question } from './condition.js';

/** The three ways to write a set (FILT-2). */
export type SetForm = 'commas' | 'repeated' | 'brackets';

/** A condition as it is sent. A value with a comma in it has only one way. */
export function conditionQuery({ field, operator, values }: Condition, form: SetForm = 'commas'): string {
  const name = `filters[${field}][${operator}]`;
  const encoded = values.map((value) => encodeURIComponent(value));
  // Ranges and booleans have one value, and one way.
  if (operator !== 'in' && operator !== 'not_in') return `${name}=${encoded.join()}`;
  const chosen = values.some((value) => value.includes(',')) ? 'brackets' : form;
  if (chosen === 'commas') return `${name}=${encoded.join(',')}`;
  return encoded.map((value) => `${name}${chosen === 'brackets' ? '[]' : ''}=${value}`).join('&');
}

export function questionQuery({ conditions = [], sort = null }: Question, ...more: readonly string[]): string {
  const filters = conditions.map((condition) => conditionQuery(condition));
  return [...filters, sort === null ? '' : `sort=${sort}`, ...more].filter((part) => part !== '').join('&');
}

/** The filter that keeps these rows alone: a universe small enough to be asked for everything. */
export const within = (rows: readonly Row[]): string => `filters[id][in]=${idsOf(rows).join(',')}`;
