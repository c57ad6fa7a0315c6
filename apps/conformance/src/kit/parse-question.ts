import {
  type AnyCollectionContract,
  collections,
  type FilterField,
  filterTable,
  maximumSetSize,
  parseUuid,
} from '@resource-catalogue/contracts';
import type { Condition, Question } from '../oracle.js';
import { parsePairs, getQuery } from '../target/query.js';

export interface ParsedQuestion extends Question {
  readonly contract: AnyCollectionContract;
  readonly conditions: readonly Condition[];
  readonly sort: string | null;
  readonly limit: number | null;
  readonly cursor: string | null;
}

const time = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** The instant of a time in any of its forms, truncated to milliseconds (FILT-5); null if it is not a time. */
function toInstant(text: string): string | null {
  const [whole, zone = 'Z'] = time.exec(text) ?? [];
  // JavaScript parses a time without a zone as local time.
  const at = Date.parse(text.includes('T') && !text.endsWith(zone) ? `${text}Z` : text);
  return whole === undefined || Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** The value as the oracle compares it; null if a server must reject it. */
function parseValue({ kind, values = ['true', 'false'] }: FilterField, value: string): string | null {
  switch (kind) {
    case 'datetime':
      return toInstant(value);
    case 'integer':
      return isInteger(value) ? value : null;
    case 'uuid':
      return parseUuid(value);
    case 'boolean':
    case 'enum':
      return values.includes(value) ? value : null;
    case 'text':
      return value === '' || value.includes('\0') ? null : value;
  }
}

const isInteger = (text: string): boolean =>
  /^(?:0|-?[1-9]\d{0,9})$/.test(text) && Number(text) >= -(2 ** 31) && Number(text) < 2 ** 31;

export function parseQuestion(path: string): ParsedQuestion | null {
  const [, name] = /\/api\/v1\/(\w+)(?:\?|$)/.exec(path) ?? [];
  const contract = collections.find((one) => one.name === name);
  if (!contract) return null;
  const fields = filterTable(contract.filters);
  const conditions = new Map<string, Condition>();
  let sort: string | null = null;
  let limit: number | null = null;
  let cursor: string | null = null;
  for (const [key, value] of parsePairs(getQuery(path))) {
    const [, field = '', operator, brackets] = /^filters\[(\w+)\]\[(\w+)\](\[\])?$/.exec(key) ?? [];
    const filter = fields.get(field);
    const known = filter?.operators.find((one) => one === operator);
    if (filter && known) {
      const isSet = known === 'in' || known === 'not_in';
      const before = conditions.get(`${field} ${known}`)?.values ?? [];
      const meant = (isSet && !brackets ? value.split(',') : [value]).map((one) => parseValue(filter, one));
      const values = [...new Set([...before, ...meant.filter((one) => one !== null)])];
      if (meant.includes(null) || values.length > (isSet ? maximumSetSize : 1) || (!isSet && brackets)) return null;
      conditions.set(`${field} ${known}`, { field, operator: known, values });
    } else if (key === 'limit' && /^[1-9]\d{0,8}$/.test(value)) limit = Number(value);
    else if (key === 'sort' && contract.sorts.some((one) => one === value.replace(/^-/, ''))) sort = value;
    else if (key === 'cursor') cursor = value;
    else return null;
  }
  return { contract, conditions: [...conditions.values()], sort, limit, cursor };
}
