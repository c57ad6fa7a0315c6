import type { AnyCollectionContract } from '@resource-catalogue/contracts';
import type { Behaviour } from '../behaviour.js';
import { type ValidationError, parameterError, invalidRequest } from '../problem-error.js';
import type { ListQuery, Position } from './list-query.js';
import { type Pair, pairsOf } from './pairs.js';
import { Query } from './query.js';
import { meansFilter, readFilters } from './read-filter.js';

/** Parses the query string of a list; throws a `ProblemError` with all of its errors (ERR-2, FILT-9). */
export function readListQuery(rawQuery: string, contract: AnyCollectionContract, behaviour: Behaviour): ListQuery {
  const pairs = behaviour.pairsOf(rawQuery, contract);
  const query = new Query(pairs, contract, behaviour);
  refuseUnknown(query);
  const limitForm = 'The limit is not a page size. Use a whole number from 1.';
  const limit = query.single('limit', limitForm, behaviour.limitOf) ?? behaviour.defaultLimit;
  const defaultSort = behaviour.defaultSortOf(contract);
  const sort = readSort(query) ?? {
    field: defaultSort.replace(/^-/, ''),
    descending: defaultSort.startsWith('-'),
  };
  const filters = readFilters(query);
  const isKept = (error: ValidationError): boolean => {
    const value = pairs.find(({ name }) => name === error.at)?.value ?? '';
    return !behaviour.tolerates(error, { collection: contract.name, value });
  };
  const found = query.errors.filter(isKept);
  const identity = behaviour.identityOf(contract, sort, filters);
  const isReadable = !found.some(({ at }) => at === 'sort' || meansFilter(at));
  const [after, damage] = readCursor(pairs, contract, isReadable ? identity : null, behaviour);
  const remaining = [...found, ...damage.filter(isKept)];
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
  const names = new Set(pairsOf(rawQuery).map(({ name }) => name));
  const errors = [...names].map((name) =>
    parameterError(name, 'unknown_parameter', 'This operation takes no parameters.'),
  );
  return errors.filter((error) => !behaviour.tolerates(error, { collection, value: '' }));
}

function refuseUnknown(query: Query): void {
  for (const [name, pairs] of query.groups) {
    if (['limit', 'sort', 'cursor'].includes(name) || meansFilter(name)) continue;
    if (pairs.some(({ nameBroken }) => nameBroken))
      query.refuse(name, 'invalid_value', 'The parameter is not valid percent-encoded UTF-8.');
    else query.refuse(name, 'unknown_parameter', 'Unknown parameter.');
  }
}

function readSort(query: Query): ListQuery['sort'] | null {
  const { contract } = query;
  const sortOf = (text: string) => query.behaviour.sortOf(text, contract);
  const sort = query.single('sort', 'The sort names no field.', sortOf);
  if (query.groups.get('sort')?.some(({ broken, value }) => broken === null && sortOf(value) === 'unknown') === true)
    query.refuse('sort', 'unknown_field', `Sort by one of ${contract.sorts.join(', ')}.`);
  return sort === 'unknown' ? null : sort;
}

/** A cursor can be matched to its list only if the rest of the query is valid. */
function readCursor(
  pairs: readonly Pair[],
  contract: AnyCollectionContract,
  identity: string | null,
  behaviour: Behaviour,
): [position: Position | null, errors: ValidationError[]] {
  const query = new Query(pairs, contract, behaviour);
  const position = query.single('cursor', '', (text) => behaviour.decodeCursor(text, identity));
  const damaged = parameterError(
    'cursor',
    'invalid_cursor',
    'The cursor is damaged or belongs to another list. Start again at the first page.',
  );
  return [position, query.errors.map((error) => (error.code === 'invalid_value' ? damaged : error))];
}
