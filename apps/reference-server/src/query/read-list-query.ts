import type { AnyCollectionContract } from '@resource-catalogue/contracts';
import { type ValidationError, parameterError, invalidRequest } from '../problem-error.js';
import type { ListQuery, Position, Sort } from './list-query.js';
import { groupsOf, type Pair, pairsOf } from './pairs.js';
import type { QueryBehaviour } from './query-behaviour.js';
import { meansFilter, readFilters } from './read-filter.js';

/** Reads the query string of a list; throws a refusal that has every error of it (ERR-2, FILT-9). */
export function readListQuery(rawQuery: string, contract: AnyCollectionContract, behaviour: QueryBehaviour): ListQuery {
  const pairs = behaviour.pairsOf(rawQuery, contract);
  const groups = groupsOf(pairs);
  const errors = unknownParameters(groups);
  const limit = readSingle(groups.get('limit'), errors, (text) => readLimit(text, behaviour)) ?? behaviour.defaultLimit;
  const sort =
    readSingle(groups.get('sort'), errors, (text) => readSort(text, contract, behaviour)) ??
    knownSort(behaviour.defaultSortOf(contract));
  const filters = readFilters(groups, contract, behaviour);
  errors.push(...filters.errors);
  const found = kept(errors, pairs, contract, behaviour);
  const tests = behaviour.testsOf(filters.tests, contract);
  const identity = behaviour.identityOf(contract, sort, filters.tests);
  const isReadable = !found.some(({ at }) => at === 'sort' || meansFilter(at));
  const after = readCursor(groups.get('cursor'), found, isReadable ? identity : null, behaviour);
  const remaining = kept(found, pairs, contract, behaviour);
  if (remaining.length > 0) throw invalidRequest(behaviour.errorsShown(remaining));
  return {
    contract,
    tests,
    sort,
    limit: Math.min(limit, behaviour.maximumLimit),
    after,
    identity,
    linkPairs: pairs.filter(({ name }) => name !== 'cursor').map(({ raw }) => raw),
  };
}

function kept(
  errors: readonly ValidationError[],
  pairs: readonly Pair[],
  contract: AnyCollectionContract,
  behaviour: QueryBehaviour,
): ValidationError[] {
  return errors.filter((error) => {
    const value = pairs.find(({ name }) => name === error.at)?.value ?? '';
    return !behaviour.tolerates(error, { collection: contract.name, value });
  });
}

/** Every parameter of an operation that takes none (GET-3). */
export function refuseParameters(rawQuery: string, collection: string, behaviour: QueryBehaviour): ValidationError[] {
  const errors = [...groupsOf(pairsOf(rawQuery)).keys()].map((name) =>
    parameterError(name, 'unknown_parameter', 'This operation takes no parameters.'),
  );
  return errors.filter((error) => !behaviour.tolerates(error, { collection, value: '' }));
}

const singles = new Set(['limit', 'sort', 'cursor']);

function unknownParameters(groups: ReadonlyMap<string, readonly Pair[]>): ValidationError[] {
  return [...groups]
    .filter(([name]) => !singles.has(name) && !meansFilter(name))
    .map(([name, pairs]) =>
      pairs.some(({ nameBroken }) => nameBroken)
        ? parameterError(name, 'invalid_value', 'This is not percent-encoded UTF-8.')
        : parameterError(name, 'unknown_parameter', 'There is no such parameter.'),
    );
}

type Reading<Value> = { readonly value: Value } | { readonly error: Pick<ValidationError, 'code' | 'detail'> };

/** A parameter that may be sent once (FILT-9). The first value counts; the errors of all are found. */
function readSingle<Value>(
  pairs: readonly Pair[] | undefined,
  errors: ValidationError[],
  read: (text: string) => Reading<Value>,
): Value | null {
  if (pairs === undefined) return null;
  const name = pairs[0]?.name ?? '';
  if (pairs.length > 1) errors.push(parameterError(name, 'duplicate', 'Send this once.'));
  const readings = pairs.map((pair) =>
    pair.broken === null ? read(pair.value) : { error: { code: 'invalid_value' as const, detail: pair.broken } },
  );
  const bad = readings.find((reading) => 'error' in reading);
  if (bad !== undefined && 'error' in bad) errors.push(parameterError(name, bad.error.code, bad.error.detail));
  const [first] = readings;
  return first !== undefined && 'value' in first ? first.value : null;
}

function readLimit(text: string, behaviour: QueryBehaviour): Reading<number> {
  const value = behaviour.limitOf(text);
  return value === null
    ? { error: { code: 'invalid_value', detail: 'The limit is a whole number from 1 on, in decimal digits.' } }
    : { value };
}

function readSort(text: string, contract: AnyCollectionContract, behaviour: QueryBehaviour): Reading<Sort> {
  const value = behaviour.sortOf(text, contract);
  if (value === null) return { error: { code: 'invalid_value', detail: 'Name a field to sort by.' } };
  if (value !== 'unknown') return { value };
  return { error: { code: 'unknown_field', detail: `Sort by one of ${contract.sorts.join(', ')}.` } };
}

function knownSort(text: string): Sort {
  return { field: text.replace(/^-/, ''), descending: text.startsWith('-') };
}

/** Whether it is of this very list can be told only if the rest of the query can be read. */
function readCursor(
  pairs: readonly Pair[] | undefined,
  errors: ValidationError[],
  identity: string | null,
  behaviour: QueryBehaviour,
): Position | null {
  if (pairs === undefined) return null;
  if (pairs.length > 1) errors.push(parameterError('cursor', 'duplicate', 'Send this once.'));
  const positions = pairs.map((pair) => (pair.broken === null ? behaviour.decodeCursor(pair.value, identity) : null));
  if (positions.includes(null))
    errors.push(parameterError('cursor', 'invalid_cursor', 'The cursor is damaged or of another list.'));
  return positions[0] ?? null;
}
