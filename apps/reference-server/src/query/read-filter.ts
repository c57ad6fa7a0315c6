import {
  type FilterField,
  filterTable,
  maximumSetSize,
  type Operator,
  parseUuid,
  rangeOperators,
  setOperators,
} from '@resource-catalogue/contracts';
import { compareTexts, keepsFlag, keepsRange, keepsSet } from '../list.js';
import { parseInstant } from './instants.js';
import type { Test } from './list-query.js';
import type { Query } from './query.js';

const form = /^filters\[(?<field>[^[\]]+)\]\[(?<operator>[^[\]]+)\](?:\[\])?$/;

/** A filter and the names of its parameters: a set may be split over several. */
interface WrittenFilter {
  readonly filter: FilterField;
  readonly operator: Operator;
  readonly names: readonly string[];
}

export const isFilterName = (name: string): boolean => name === 'filters' || name.startsWith('filters[');

const isOneOf = <Known extends string>(known: readonly Known[], text: string): text is Known =>
  known.some((one) => one === text);

export function readFilters(query: Query): Test[] {
  const written = new Map<string, WrittenFilter>();
  for (const name of [...query.parameters.keys()].filter(isFilterName)) {
    const named = findFilter(name, query);
    if (named === null) continue;
    const key = `${named.filter.field} ${named.operator}`;
    written.set(key, { ...named, names: [...(written.get(key)?.names ?? []), name] });
  }
  return [...written.values()].flatMap((one) => readTest(one, query) ?? []);
}

function findFilter(name: string, query: Query): Omit<WrittenFilter, 'names'> | null {
  const { field, operator: sent } = form.exec(name)?.groups ?? {};
  if (field === undefined) return query.reject(name, 'unknown_parameter', 'Write filters[FIELD][OPERATOR]=VALUE.');
  const filter = filterTable(query.contract.filters).get(field);
  if (filter === undefined)
    return query.reject(name, 'unknown_field', `${query.contract.name} has no filter ${JSON.stringify(field)}.`);
  const operator = filter.operators.find((known) => known === sent);
  if (operator === undefined)
    return query.reject(name, 'unknown_operator', `The filter ${field} takes ${filter.operators.join(', ')}.`);
  if (name.endsWith('[]') && !isOneOf(setOperators, operator))
    return query.reject(name, 'unknown_parameter', `${operator} takes one value: remove the [] at the end.`);
  return { filter, operator };
}

function readTest({ filter, operator, names }: WrittenFilter, query: Query): Test | null {
  const [firstName = ''] = names;
  if (!isOneOf(setOperators, operator))
    return query.single(
      firstName,
      (text, reject) => parseSingleTest(text, filter, operator) ?? reject('The value is not valid for this filter.'),
    );
  const values = [...new Set(names.flatMap((name) => readItems(name, filter, query)))].sort(compareTexts);
  if (values.length > maximumSetSize)
    query.reject(firstName, 'too_many', `A set has at most ${maximumSetSize} values: send several requests.`);
  return { filter, operator, values, keeps: keepsSet(filter.field, operator, values) };
}

/** The values of a parameter are separated by commas, or literal under `[]` (FILT-2). */
const readItems = (name: string, filter: FilterField, query: Query): string[] =>
  query
    .values(name, (text, reject) =>
      (name.endsWith('[]') ? [text] : text.split(',')).map(
        (item) => parseItem(filter, item) ?? reject(`${JSON.stringify(item)} is not a value of this field.`),
      ),
    )
    .flatMap((items) => items ?? [])
    .filter((item) => item !== null);

/** One value of a set in comparable form (FILT-6, FILT-9); null if it is invalid. */
function parseItem({ kind, values = [] }: FilterField, text: string): string | null {
  if (kind === 'uuid') return parseUuid(text);
  return text === '' || (kind === 'enum' && !values.includes(text)) ? null : text;
}

/** A range (FILT-5, FILT-12), or a boolean (FILT-6); null if the value is invalid. */
function parseSingleTest(text: string, filter: FilterField, operator: Operator): Test | null {
  if (!isOneOf(rangeOperators, operator))
    return /^(?:true|false)$/.test(text)
      ? { filter, operator, values: [text], keeps: keepsFlag(text === 'true') }
      : null;
  const isInteger = filter.kind === 'integer';
  const bound = isInteger ? parseInteger(text) : parseInstant(text);
  if (bound === null) return null;
  const values = [isInteger ? text : new Date(bound).toISOString()];
  return { filter, operator, values, keeps: keepsRange(filter.field, operator, bound) };
}

/** A 32-bit integer in digits, without leading zeros (FILT-12); null for other texts. */
function parseInteger(text: string): number | null {
  const value = Number(text);
  return String(value) === text && (value | 0) === value ? value : null;
}
