import { parseListQuery } from '../src/index.js';
import type { ListQuery, ListSpec } from '../src/list-query.js';
import { lathes } from './example-specs.js';

/** The meaning of a query, which must be valid. */
export function queryOf(rawQuery: string, spec: ListSpec = lathes): ListQuery {
  const result = parseListQuery(rawQuery, spec);
  if (result.ok) return result.query;
  throw new Error(`?${rawQuery} was rejected: ${JSON.stringify(result.errors)}`);
}

/** The sorted errors of a query, which must be invalid, as `parameter code`. */
export function errorsOf(rawQuery: string, spec: ListSpec = lathes): string[] {
  const result = parseListQuery(rawQuery, spec);
  if (result.ok) throw new Error(`?${rawQuery} was accepted`);
  return result.errors.map(({ parameter, code }) => `${parameter} ${code}`).sort();
}
