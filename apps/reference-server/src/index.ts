// The server, and the parts of `Behaviour` for servers that deviate from it.
export type { Behaviour, CheckName } from './behaviour.js';
export { soundBehaviour } from './sound-behaviour.js';
export { type Dataset, makeDataset, type DatasetSize } from './dataset/dataset.js';
export {
  type Answer,
  getHeader,
  type Request,
  type RequestContext,
  type Route,
  type Token,
  type Usage,
} from './http/exchange.js';
export type { Arrived } from './http/listener.js';
export {
  readId,
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  objectIn,
  objectsAt,
  type Row,
  same,
  summarize,
  toText,
} from './json.js';
export { isDeleted, keeps } from './list/filtering.js';
export { comparePositions, compareTexts } from './list/order.js';
export type { Page, ShownPage } from './list/page.js';
export { invalidRequest, parameterError, pointerError, ProblemError, type ValidationError } from './problem-error.js';
export type { ListQuery, Position, RangeTest, SetTest, Test } from './query/list-query.js';
export type { Pair } from './query/pairs.js';
export { type ReferenceServer, type ServerOptions, startReferenceServer } from './start.js';
export { renderedOnly } from './write/markdown.js';
export { newId } from './write/project-rows.js';
export type { Written } from './write/rules.js';
