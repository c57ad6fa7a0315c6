export type {
  BooleanListFilter,
  Fault,
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
} from './list-query.js';
export { encodeCursor } from './cursor.js';
export { linkQuery } from './link-query.js';
export { parseListQuery } from './parse-list-query.js';
export { refuseParameters } from './refuse-parameters.js';
