export { createClient } from './client.js';
export type { Client, Collections } from './client.js';
export type { Collection, ProjectCollection, ReadableCollection } from './collection.js';

export { createPlainTransport, createTransport } from './http/transport.js';
export type { PlainTransportOptions, Transport } from './http/transport.js';
export { defaultLimits } from './http/options.js';
export type { ClientOptions, ResponseCheck } from './http/options.js';
export type { TokenSource } from './http/token.js';
export type { CallOptions, CatalogueRequest, Method } from './http/request.js';
export type { ResourceResponse, ResponseMeta, Reply } from './http/response.js';
export type { Challenge, RateLimit } from './http/headers.js';
export type { CachedBody, ResponseCache } from './http/response-cache.js';
export type { Clock } from './http/clock.js';
export type {
  ClientEvent,
  EventListener,
  FailureEvent,
  PageEvent,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
  ThrottleEvent,
  WarningEvent,
} from './http/events.js';

export { list, listPage } from './operations/list.js';
export type { ListOptions } from './operations/list.js';
export { get } from './operations/get.js';
export { getMany } from './operations/get-many.js';
export type { GetManyOptions } from './operations/get-many.js';
export { changesSince } from './operations/changes-since.js';
export type { ChangesOptions } from './operations/changes-since.js';
export { changeProject, createProject, updateProject } from './operations/projects.js';
export type {
  ChangeOptions,
  CreatedProject,
  CreateOptions,
  UpdateOptions,
  UpdateTarget,
} from './operations/projects.js';
export { raw } from './operations/raw.js';
export type { RawResponse, RawRequest } from './operations/raw.js';

export { ListCall } from './lists/list-call.js';
export type { Page } from './lists/page.js';

export { CatalogueError, hasProblem, isCatalogueError } from './errors/catalogue-error.js';
export type { ErrorDetails, ErrorKind, KindDetails, Problem } from './errors/catalogue-error.js';
export { settle } from './errors/result.js';
export type { Result, SafePromise } from './errors/result.js';

export { writeListQuery } from './query/list-query.js';
export type { ListParams } from './query/list-query.js';
export type { FlagFilter, NumberFilter, SetFilter, TimeFilter } from './query/filters.js';

export type { AccreditationId, EquipmentId, GroupId, Id } from './resources/ids.js';
export { toDate } from './resources/shapes.js';
export type { OpenEnum, RequestBody, ResponseData, Time } from './resources/shapes.js';
export type { IdOf, ReadableResource, Resource } from './resources/resource.js';

export * from './resources/resources.js';
