// The server, and the types and functions with which tests wrap its parts.
export type { DatasetSize } from './dataset/dataset.js';
export { computeETag } from './http/responses.js';
export { findRoute, getHeader, type Headers, type Request, type ResponseData, type Route } from './http/exchange.js';
export { acceptsJson } from './http/negotiation.js';
export {
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  objectIn,
  objectsAt,
  readId,
  type Row,
  isSame,
  summarize,
  toText,
} from './json.js';
export { comparePositions, compareTexts, isDeleted, type Page, positionOf, valuesAt } from './list.js';
export type { Setting, Wraps } from './parts.js';
export { findRow } from './store.js';
export { ProblemError, type ValidationError } from './problem-error.js';
export { decodeCursor } from './query/cursors.js';
export type { ListQuery, Position, Test } from './query/list-query.js';
export { parsePairs } from './query/query.js';
export { type ReferenceServer, type ServerOptions, startReferenceServer } from './start.js';
export { newId } from './write/project-rows.js';
export type { SentProject } from './write/read-body.js';
