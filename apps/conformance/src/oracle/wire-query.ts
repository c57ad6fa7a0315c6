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

/** A question as it is sent, with whatever else belongs into the query. */
export function questionQuery({ conditions, sort }: Question, ...more: readonly string[]): string {
  const parts = [
    ...conditions.map((condition) => conditionQuery(condition)),
    ...(sort === null ? [] : [`sort=${sort}`]),
  ];
  return [...parts, ...more].filter((part) => part !== '').join('&');
}
