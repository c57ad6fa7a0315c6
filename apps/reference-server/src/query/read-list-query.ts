import type { AnyCollectionContract } from '@resource-catalogue/contracts';
import type { Behaviour } from '../behaviour.js';
import { type ValidationError, parameterError, invalidRequest } from '../problem-error.js';
import type { ListQuery, Position } from './list-query.js';
import { groupsOf, type Pair, pairsOf, readSingle } from './pairs.js';
import { meansFilter, readFilters } from './read-filter.js';

/** Reads the query string of a list; throws a refusal that has every error of it (ERR-2, FILT-9). */
export function readListQuery(rawQuery: string, contract: AnyCollectionContract, behaviour: Behaviour): ListQuery {
  const pairs = behaviour.pairsOf(rawQuery, contract);
  const groups = groupsOf(pairs);
  const errors = unknownParameters(groups);
  const limitForm = 'The limit is a whole number from 1 on, in decimal digits.';
  const limit = readSingle(groups.get('limit'), errors, limitForm, behaviour.limitOf) ?? behaviour.defaultLimit;
  const defaultSort = behaviour.defaultSortOf(contract);
  const sort = readSort(groups.get('sort'), errors, contract, behaviour) ?? {
    field: defaultSort.replace(/^-/, ''),
    descending: defaultSort.startsWith('-'),
  };
  const filters = readFilters(groups, contract, behaviour, errors);
  const isKept = (error: ValidationError): boolean => {
    const value = pairs.find(({ name }) => name === error.at)?.value ?? '';
    return !behaviour.tolerates(error, { collection: contract.name, value });
  };
  const found = errors.filter(isKept);
  const identity = behaviour.identityOf(contract, sort, filters);
  const isReadable = !found.some(({ at }) => at === 'sort' || meansFilter(at));
  const after = readCursor(groups.get('cursor'), found, isReadable ? identity : null, behaviour);
  const remaining = found.filter(isKept);
  if (remaining.length > 0) throw invalidRequest(behaviour.errorsShown(remaining));
  return {
    contract,
    tests: behaviour.testsOf(filters, contract),
    sort,
    limit: Math.min(limit, behaviour.maximumLimit),
    after,
    identity,
    linkPairs: pairs.filter(({ name }) => name !== 'cursor').map(({ raw }) => raw),
  };
}

export function refuseParameters(rawQuery: string, collection: string, behaviour: Behaviour): ValidationError[] {
  const errors = [...groupsOf(pairsOf(rawQuery)).keys()].map((name) =>
    parameterError(name, 'unknown_parameter', 'This operation takes no parameters.'),
  );
  return errors.filter((error) => !behaviour.tolerates(error, { collection, value: '' }));
}

function unknownParameters(groups: ReadonlyMap<string, readonly Pair[]>): ValidationError[] {
  return [...groups]
    .filter(([name]) => !['limit', 'sort', 'cursor'].includes(name) && !meansFilter(name))
    .map(([name, pairs]) =>
      pairs.some(({ nameBroken }) => nameBroken)
        ? parameterError(name, 'invalid_value', 'This is not percent-encoded UTF-8.')
        : parameterError(name, 'unknown_parameter', 'There is no such parameter.'),
    );
}

function readSort(
  pairs: readonly Pair[] | undefined,
  errors: ValidationError[],
  contract: AnyCollectionContract,
  behaviour: Behaviour,
): ListQuery['sort'] | null {
  const sort = readSingle(pairs, errors, 'Name a field to sort by.', (text) => behaviour.sortOf(text, contract));
  if (pairs?.some(({ broken, value }) => broken === null && behaviour.sortOf(value, contract) === 'unknown') === true)
    errors.push(parameterError('sort', 'unknown_field', `Sort by one of ${contract.sorts.join(', ')}.`));
  return sort === 'unknown' ? null : sort;
}

/** Whether it is of this very list can be told only if the rest of the query can be read. */
function readCursor(
  pairs: readonly Pair[] | undefined,
  errors: ValidationError[],
  identity: string | null,
  behaviour: Behaviour,
): Position | null {
  const own: ValidationError[] = [];
  const position = readSingle(pairs, own, '', (text) => behaviour.decodeCursor(text, identity));
  const damaged = parameterError('cursor', 'invalid_cursor', 'The cursor is damaged or of another list.');
  errors.push(...own.map((error) => (error.code === 'invalid_value' ? damaged : error)));
  return position;
}
