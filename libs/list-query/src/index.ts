export type {
  BooleanListFilter,
  ListFilter,
  ListQuery,
  ListQueryResult,
  ListSort,
  ListSpec,
  Position,
  RangeListFilter,
  RangeOperator,
  SetListFilter,
  SetOperator,
  SortKind,
  ValidationError,
} from './list-query.js';
export { encodeCursor } from './cursor.js';
export { parseListQuery, unexpectedParameters } from './parse-list-query.js';
export { linkQuery } from './query-pairs.js';
