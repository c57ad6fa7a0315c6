import {
  type FilterField,
  filterTable,
  maximumSetSize,
  type Operator,
  parseUuid,
  rangeOperators,
  setOperators,
} from '@resource-catalogue/contracts';
import { keepsFlag, keepsRange, keepsSet } from '../list/filtering.js';
import { compareTexts } from '../list/order.js';
import { instantOf } from './instants.js';
import type { Test } from './list-query.js';
import type { Query } from './query.js';

const form = /^filters\[(?<field>[^[\]]+)\]\[(?<operator>[^[\]]+)\](?<literal>\[\])?$/;

interface NamedFilter {
  readonly filter: FilterField;
  readonly operator: Operator;
  readonly literal: boolean;
}

export const meansFilter = (name: string): boolean => name === 'filters' || name.startsWith('filters[');

const isOneOf = <Known extends string>(known: readonly Known[], text: string): text is Known =>
  known.some((one) => one === text);

function namedFilter(name: string, query: Query): NamedFilter | null {
  const { field, operator: sent = '', literal } = form.exec(name)?.groups ?? {};
  if (field === undefined) return query.refuse(name, 'unknown_parameter', 'Write filters[FIELD][OPERATOR]=VALUE.');
  const filter = filterTable(query.contract.filters).get(field);
  if (filter === undefined)
    return query.refuse(name, 'unknown_field', `${query.contract.name} has no filter ${JSON.stringify(field)}.`);
  const operator = filter.operators.find((known) => known === sent);
  if (operator === undefined)
    return query.refuse(name, 'unknown_operator', `The filter ${field} takes ${filter.operators.join(', ')}.`);
  if (literal !== undefined && !isOneOf(setOperators, operator))
    return query.refuse(name, 'unknown_parameter', `${operator} takes one value: remove the [] at the end.`);
  return { filter, operator, literal: literal !== undefined };
}

/** A set under construction; its values may come from several parameters. */
interface WrittenSet extends Omit<NamedFilter, 'literal'> {
  readonly operator: (typeof setOperators)[number];
  readonly firstName: string;
  readonly values: ReadonlySet<string>;
}

export function readFilters(query: Query): Test[] {
  const singles: Test[] = [];
  const sets = new Map<string, WrittenSet>();
  for (const name of [...query.parameters.keys()].filter(meansFilter)) {
    const named = namedFilter(name, query);
    if (named === null) continue;
    const { filter, operator } = named;
    if (isOneOf(setOperators, operator)) {
      const key = `${filter.field} ${operator}`;
      const { firstName = name, values = [] } = sets.get(key) ?? {};
      sets.set(key, { filter, operator, firstName, values: new Set([...values, ...readItems(name, named, query)]) });
    } else {
      const test = query.single(
        name,
        (text, refuse) => singleTest(text, named) ?? refuse('The value is not valid for this filter.'),
      );
      if (test !== null) singles.push(test);
    }
  }
  return [...[...sets.values()].flatMap((set) => setTest(set, query)), ...singles];
}

/** The values of a parameter are separated by commas, or literal under `[]` (FILT-2). */
function readItems(name: string, { filter, literal }: NamedFilter, query: Query): string[] {
  const lists = query.values(name, (text, refuse) =>
    (literal ? [text] : text.split(',')).flatMap(
      (item) => itemOf(filter, item) ?? refuse(`${JSON.stringify(item)} is not a value of this field.`) ?? [],
    ),
  );
  return lists.flatMap((items) => items ?? []);
}

/** One value of a set in comparable form (FILT-6, FILT-9); null if it is invalid. */
function itemOf({ kind, values = [] }: FilterField, text: string): string | null {
  if (kind === 'uuid') return parseUuid(text);
  return text === '' || (kind === 'enum' && !values.includes(text)) ? null : text;
}

function setTest({ filter, operator, firstName, values: found }: WrittenSet, query: Query): Test[] {
  if (found.size > maximumSetSize)
    query.refuse(firstName, 'too_many', `A set has at most ${maximumSetSize} values: send several requests.`);
  const values = [...found].sort(compareTexts);
  return found.size === 0 ? [] : [{ filter, operator, values, keeps: keepsSet(filter.field, operator, values) }];
}

/** A range (FILT-5, FILT-12), or a boolean (FILT-6); null if the value is invalid. */
function singleTest(text: string, { filter, operator }: NamedFilter): Test | null {
  if (!isOneOf(rangeOperators, operator))
    return /^(?:true|false)$/.test(text)
      ? { filter, operator, values: [text], keeps: keepsFlag(text === 'true') }
      : null;
  const isInteger = filter.kind === 'integer';
  const bound = isInteger ? integerOf(text) : instantOf(text);
  if (bound === null) return null;
  const values = [isInteger ? text : new Date(bound).toISOString()];
  return { filter, operator, values, keeps: keepsRange(filter.field, operator, bound) };
}

/** A 32-bit integer in digits, without leading zeros (FILT-12); null for other texts. */
function integerOf(text: string): number | null {
  const value = Number(text);
  return String(value) === text && (value | 0) === value ? value : null;
}
