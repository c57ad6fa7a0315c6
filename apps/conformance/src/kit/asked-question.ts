import {
  type AnyCollectionContract,
  collections,
  defaultLimit,
  type FilterField,
  filterTable,
  maximumLimit,
  maximumSetSize,
  parseUuid,
} from '@resource-catalogue/contracts';
import type { Condition, Question } from '../oracle.js';
import type { RawRequest } from '../target/exchange.js';
import { parsePairs, getQuery } from '../target/query.js';

/** The meaning of the URL of a list request. */
export interface AskedQuestion extends Question {
  readonly contract: AnyCollectionContract;
  readonly conditions: readonly Condition[];
  readonly sort: string | null;
  readonly limit: number;
}

const time = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** The instant of a time in any of its forms, truncated to milliseconds (FILT-5); null if it is not a time. */
function toInstant(text: string): string | null {
  const [whole, zone = 'Z'] = time.exec(text) ?? [];
  // JavaScript reads a time without a zone as a local one.
  const at = Date.parse(text.includes('T') && !text.endsWith(zone) ? `${text}Z` : text);
  return whole === undefined || Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** The value as the oracle compares it; null if a server must refuse it. */
function meantBy({ kind, values = [] }: FilterField, value: string): string | null {
  switch (kind) {
    case 'datetime':
      return toInstant(value);
    case 'integer':
      return isInteger(value) ? value : null;
    case 'uuid':
      return parseUuid(value);
    case 'boolean':
      return value === 'true' || value === 'false' ? value : null;
    case 'enum':
      return values.includes(value) ? value : null;
    case 'text':
      return value === '' || value.includes('\0') ? null : value;
  }
}

/** Whether a text is a 32-bit integer in its one form (FILT-12). */
const isInteger = (text: string): boolean =>
  /^(?:0|-?[1-9]\d{0,9})$/.test(text) && Number(text) >= -(2 ** 31) && Number(text) < 2 ** 31;

/** The question of a list request; null if the request is invalid or has a cursor. */
export function askedQuestion({ method, path }: Pick<RawRequest, 'method' | 'path'>): AskedQuestion | null {
  const [, name] = /\/api\/v1\/(\w+)(?:\?|$)/.exec(path) ?? [];
  const contract = collections.find((one) => one.name === name);
  if (!contract || method !== 'GET') return null;
  const fields = filterTable(contract.filters);
  const conditions = new Map<string, Condition>();
  let sort: string | null = null;
  let limit = defaultLimit;
  for (const [key, value] of parsePairs(getQuery(path))) {
    const [, field = '', operator, brackets] = /^filters\[(\w+)\]\[(\w+)\](\[\])?$/.exec(key) ?? [];
    const filter = fields.get(field);
    const known = filter?.operators.find((one) => one === operator);
    if (filter && known) {
      const isSet = known === 'in' || known === 'not_in';
      const before = conditions.get(`${field} ${known}`)?.values ?? [];
      const meant = (isSet && !brackets ? value.split(',') : [value]).map((one) => meantBy(filter, one));
      const values = [...new Set([...before, ...meant.filter((one) => one !== null)])];
      if (meant.includes(null) || values.length > (isSet ? maximumSetSize : 1) || (!isSet && brackets)) return null;
      conditions.set(`${field} ${known}`, { field, operator: known, values });
    } else if (key === 'limit' && /^[1-9]\d{0,8}$/.test(value)) limit = Math.min(maximumLimit, Number(value));
    else if (key === 'sort' && contract.sorts.some((one) => one === value.replace(/^-/, ''))) sort = value;
    else if (key !== 'cursor') return null;
  }
  return { contract, conditions: [...conditions.values()], sort, limit };
}
