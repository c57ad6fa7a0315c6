export { createClient } from './client.js';
export type { Client, Collections } from './client.js';
export type { Collection, ProjectCollection, ReadableCollection } from './collection.js';

export { createTransport } from './http/retrying-transport.js';
export { createPlainTransport } from './http/transport.js';
export type { PlainOptions, Transport } from './http/transport.js';
export { defaultLimits } from './http/options.js';
export type { ClientOptions } from './http/options.js';
export type { ResponseCheck } from './http/response-check.js';
export type { TokenSource } from './http/token.js';
export type { CallOptions, CatalogueRequest, Method } from './http/request.js';
export type { Answer, AnswerMeta, Reply } from './http/answer.js';
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
export type { RawAnswer, RawRequest } from './operations/raw.js';

export { ListCall } from './lists/list-call.js';
export type { Page } from './lists/page.js';

export { CatalogueError, hasProblem, isCatalogueError } from './errors/catalogue-error.js';
export type { ErrorDetails, ErrorKind, KindDetails, Problem } from './errors/catalogue-error.js';
export { settle } from './errors/result.js';
export type { Result, SafePromise } from './errors/result.js';

export { writeListQuery } from './query/list-query.js';
export type { ListParams } from './query/list-query.js';
export type { FlagFilter, SetFilter, TimeFilter } from './query/filters.js';

export type { AccreditationId, EquipmentId, GroupId, Id } from './resources/ids.js';
export { toDate } from './resources/shapes.js';
export type { OpenEnum, RequestBody, ResponseData, Time } from './resources/shapes.js';
export type { IdOf, ReadableResource, Resource } from './resources/resource.js';

// One line for each collection.
export { users, type User, type UserFilters, type UserId, type UserSort } from './resources/resources.js';
export { members, type Member, type MemberFilters, type MemberId, type MemberSort } from './resources/resources.js';
export {
  machines,
  type Machine,
  type MachineFilters,
  type MachineId,
  type MachineSort,
} from './resources/resources.js';
export {
  machineUnits,
  type MachineUnit,
  type MachineUnitFilters,
  type MachineUnitId,
  type MachineUnitSort,
} from './resources/resources.js';
export {
  trainings,
  type Training,
  type TrainingFilters,
  type TrainingId,
  type TrainingSort,
} from './resources/resources.js';
export {
  trainingSessions,
  type TrainingSession,
  type TrainingSessionFilters,
  type TrainingSessionId,
  type TrainingSessionSort,
} from './resources/resources.js';
export { places, type Place, type PlaceFilters, type PlaceId, type PlaceSort } from './resources/resources.js';
export {
  placeUnits,
  type PlaceUnit,
  type PlaceUnitFilters,
  type PlaceUnitId,
  type PlaceUnitSort,
} from './resources/resources.js';
export { plans, type Plan, type PlanFilters, type PlanId, type PlanSort } from './resources/resources.js';
export { events, type Event, type EventFilters, type EventId, type EventSort } from './resources/resources.js';
export {
  eventSessions,
  type EventSession,
  type EventSessionFilters,
  type EventSessionId,
  type EventSessionSort,
} from './resources/resources.js';
export {
  projects,
  type Project,
  type ProjectFilters,
  type ProjectId,
  type ProjectSort,
  type ProjectCreate,
  type ProjectUpdate,
} from './resources/resources.js';
export {
  projectLicenses,
  type ProjectLicense,
  type ProjectLicenseFilters,
  type ProjectLicenseId,
  type ProjectLicenseSort,
} from './resources/resources.js';
export {
  projectThematics,
  type ProjectThematic,
  type ProjectThematicFilters,
  type ProjectThematicId,
  type ProjectThematicSort,
} from './resources/resources.js';
export {
  subscriptions,
  type Subscription,
  type SubscriptionFilters,
  type SubscriptionId,
  type SubscriptionSort,
} from './resources/resources.js';
export {
  bookings,
  type Booking,
  type BookingFilters,
  type BookingId,
  type BookingSort,
} from './resources/resources.js';
export {
  categories,
  type Category,
  type CategoryFilters,
  type CategoryId,
  type CategorySort,
} from './resources/resources.js';
export { spaces, type Space, type SpaceFilters, type SpaceId, type SpaceSort } from './resources/resources.js';
