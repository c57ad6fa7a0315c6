import type { AnyCollectionContract } from '@resource-catalogue/contracts';
import { type Flaw, parameterFlaw, refusalOf } from '../refusal.js';
import type { ListQuery, Position, Sort } from './list-query.js';
import { groupsOf, type Pair, pairsOf } from './pairs.js';
import type { QueryBehaviour } from './query-behaviour.js';
import { meansFilter, readFilters } from './read-filter.js';

/** Reads the query string of a list; throws a refusal that has every flaw of it (ERR-2, FILT-9). */
export function readListQuery(rawQuery: string, contract: AnyCollectionContract, behaviour: QueryBehaviour): ListQuery {
  const pairs = behaviour.pairsOf(rawQuery, contract);
  const groups = groupsOf(pairs);
  const flaws = unknownParameters(groups);
  const limit = readSingle(groups.get('limit'), flaws, (text) => readLimit(text, behaviour)) ?? behaviour.defaultLimit;
  const sort =
    readSingle(groups.get('sort'), flaws, (text) => readSort(text, contract, behaviour)) ??
    knownSort(behaviour.defaultSortOf(contract));
  const filters = readFilters(groups, contract, behaviour);
  flaws.push(...filters.flaws);
  const found = kept(flaws, pairs, contract, behaviour);
  const tests = behaviour.testsOf(filters.tests, contract);
  const identity = behaviour.identityOf(contract, sort, filters.tests);
  const isReadable = !found.some(({ at }) => at === 'sort' || meansFilter(at));
  const after = readCursor(groups.get('cursor'), found, isReadable ? identity : null, behaviour);
  const remaining = kept(found, pairs, contract, behaviour);
  if (remaining.length > 0) throw refusalOf(behaviour.flawsShown(remaining));
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
  flaws: readonly Flaw[],
  pairs: readonly Pair[],
  contract: AnyCollectionContract,
  behaviour: QueryBehaviour,
): Flaw[] {
  return flaws.filter((flaw) => {
    const value = pairs.find(({ name }) => name === flaw.at)?.value ?? '';
    return !behaviour.tolerates(flaw, { collection: contract.name, value });
  });
}

/** Every parameter of an operation that takes none (GET-3). */
export function refuseParameters(rawQuery: string, collection: string, behaviour: QueryBehaviour): Flaw[] {
  const flaws = [...groupsOf(pairsOf(rawQuery)).keys()].map((name) =>
    parameterFlaw(name, 'unknown_parameter', 'This operation takes no parameters.'),
  );
  return flaws.filter((flaw) => !behaviour.tolerates(flaw, { collection, value: '' }));
}

const singles = new Set(['limit', 'sort', 'cursor']);

function unknownParameters(groups: ReadonlyMap<string, readonly Pair[]>): Flaw[] {
  return [...groups]
    .filter(([name]) => !singles.has(name) && !meansFilter(name))
    .map(([name, pairs]) =>
      pairs.some(({ nameBroken }) => nameBroken)
        ? parameterFlaw(name, 'invalid_value', 'This is not percent-encoded UTF-8.')
        : parameterFlaw(name, 'unknown_parameter', 'There is no such parameter.'),
    );
}

type Reading<Value> = { readonly value: Value } | { readonly flaw: Pick<Flaw, 'code' | 'detail'> };

/** A parameter that may be sent once (FILT-9). The first value counts; the flaws of all are found. */
function readSingle<Value>(
  pairs: readonly Pair[] | undefined,
  flaws: Flaw[],
  read: (text: string) => Reading<Value>,
): Value | null {
  if (pairs === undefined) return null;
  const name = pairs[0]?.name ?? '';
  if (pairs.length > 1) flaws.push(parameterFlaw(name, 'duplicate', 'Send this once.'));
  const readings = pairs.map((pair) =>
    pair.broken === null ? read(pair.value) : { flaw: { code: 'invalid_value' as const, detail: pair.broken } },
  );
  const bad = readings.find((reading) => 'flaw' in reading);
  if (bad !== undefined && 'flaw' in bad) flaws.push(parameterFlaw(name, bad.flaw.code, bad.flaw.detail));
  const [first] = readings;
  return first !== undefined && 'value' in first ? first.value : null;
}

function readLimit(text: string, behaviour: QueryBehaviour): Reading<number> {
  const value = behaviour.limitOf(text);
  return value === null
    ? { flaw: { code: 'invalid_value', detail: 'The limit is a whole number from 1 on, in decimal digits.' } }
    : { value };
}

function readSort(text: string, contract: AnyCollectionContract, behaviour: QueryBehaviour): Reading<Sort> {
  const value = behaviour.sortOf(text, contract);
  if (value === null) return { flaw: { code: 'invalid_value', detail: 'Name a field to sort by.' } };
  if (value !== 'unknown') return { value };
  return { flaw: { code: 'unknown_field', detail: `Sort by one of ${contract.sorts.join(', ')}.` } };
}

function knownSort(text: string): Sort {
  return { field: text.replace(/^-/, ''), descending: text.startsWith('-') };
}

/** Whether it is of this very list can be told only if the rest of the query can be read. */
function readCursor(
  pairs: readonly Pair[] | undefined,
  flaws: Flaw[],
  identity: string | null,
  behaviour: QueryBehaviour,
): Position | null {
  if (pairs === undefined) return null;
  if (pairs.length > 1) flaws.push(parameterFlaw('cursor', 'duplicate', 'Send this once.'));
  const positions = pairs.map((pair) => (pair.broken === null ? behaviour.decodeCursor(pair.value, identity) : null));
  if (positions.includes(null))
    flaws.push(parameterFlaw('cursor', 'invalid_cursor', 'The cursor is damaged or of another list.'));
  return positions[0] ?? null;
}
