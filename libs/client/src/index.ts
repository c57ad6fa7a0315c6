export { createClient } from './client.js';
export type { Client } from './client.js';
export type { Collection, ReadableCollection } from './collections/collection.js';
export type { ProjectCollection } from './collections/project-collection.js';

export { createTransport } from './http/patient-transport.js';
export { createPlainTransport } from './http/transport.js';
export type { PlainOptions, Transport } from './http/transport.js';
export { defaultLimits } from './http/settings.js';
export type { ClientOptions, ResponseCheck } from './http/settings.js';
export type { TokenSource } from './http/token.js';
export type { CallOptions, CatalogueRequest, Method } from './http/request.js';
export type { Answer, AnswerMeta, Reply } from './http/answer.js';
export type { RateLimit } from './headers/rate-limit.js';
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

export { list } from './operations/list.js';
export type { ListOptions } from './operations/list.js';
export { listPage } from './operations/list-page.js';
export { get } from './operations/get.js';
export { getMany } from './operations/get-many.js';
export type { GetManyOptions } from './operations/get-many.js';
export { changesSince } from './operations/changes-since.js';
export type { ChangesOptions } from './operations/changes-since.js';
export { createProject, updateProject } from './operations/write-projects.js';
export type { CreatedProject, CreateOptions, UpdateOptions, UpdateTarget } from './operations/write-projects.js';
export { changeProject } from './operations/change-project.js';
export type { ChangeOptions } from './operations/change-project.js';
export { raw } from './operations/raw.js';
export type { RawAnswer, RawRequest } from './operations/raw.js';
export type { SafePromise } from './operations/safe-promise.js';

export { ListCall } from './lists/list-call.js';
export type { Page } from './lists/page.js';

export { CatalogueError, hasProblem, isCatalogueError } from './errors/catalogue-error.js';
export type { ErrorDetails, ErrorKind, KindDetails } from './errors/catalogue-error.js';
export type { Challenge } from './headers/challenge.js';
export type { Problem } from './errors/problem.js';
export { settle } from './errors/result.js';
export type { Result } from './errors/result.js';

export { writeListQuery } from './query/write-list-query.js';
export type { ListParams } from './query/list-params.js';
export type { FlagFilter, SetFilter, TimeFilter } from './query/filters.js';
export { toDate } from './values/time.js';
export type { Time } from './values/time.js';
export type { Open, Received } from './values/received.js';
export type { Sent } from './values/sent.js';
export type {
  AccreditationId,
  BookingId,
  CategoryId,
  EquipmentId,
  EventId,
  EventSessionId,
  GroupId,
  Id,
  MachineId,
  MachineUnitId,
  MemberId,
  PlaceId,
  PlaceUnitId,
  PlanId,
  ProjectId,
  ProjectLicenseId,
  ProjectThematicId,
  SpaceId,
  SubscriptionId,
  TrainingId,
  TrainingSessionId,
  UserId,
} from './values/ids.js';

export type { IdOf, ReadableResource, Resource } from './resources/resource.js';
export { users } from './resources/users.js';
export type { User, UserFilters, UserSort } from './resources/users.js';
export { members } from './resources/members.js';
export type { Member, MemberFilters, MemberSort } from './resources/members.js';
export { machines } from './resources/machines.js';
export type { Machine, MachineFilters, MachineSort } from './resources/machines.js';
export { machineUnits } from './resources/machine-units.js';
export type { MachineUnit, MachineUnitFilters, MachineUnitSort } from './resources/machine-units.js';
export { trainings } from './resources/trainings.js';
export type { Training, TrainingFilters, TrainingSort } from './resources/trainings.js';
export { trainingSessions } from './resources/training-sessions.js';
export type { TrainingSession, TrainingSessionFilters, TrainingSessionSort } from './resources/training-sessions.js';
export { places } from './resources/places.js';
export type { Place, PlaceFilters, PlaceSort } from './resources/places.js';
export { placeUnits } from './resources/place-units.js';
export type { PlaceUnit, PlaceUnitFilters, PlaceUnitSort } from './resources/place-units.js';
export { plans } from './resources/plans.js';
export type { Plan, PlanFilters, PlanSort } from './resources/plans.js';
export { events } from './resources/events.js';
export type { Event, EventFilters, EventSort } from './resources/events.js';
export { eventSessions } from './resources/event-sessions.js';
export type { EventSession, EventSessionFilters, EventSessionSort } from './resources/event-sessions.js';
export { projects } from './resources/projects.js';
export type { Project, ProjectFilters, ProjectSort, ProjectCreate, ProjectUpdate } from './resources/projects.js';
export { projectLicenses } from './resources/project-licenses.js';
export type { ProjectLicense, ProjectLicenseFilters, ProjectLicenseSort } from './resources/project-licenses.js';
export { projectThematics } from './resources/project-thematics.js';
export type { ProjectThematic, ProjectThematicFilters, ProjectThematicSort } from './resources/project-thematics.js';
export { subscriptions } from './resources/subscriptions.js';
export type { Subscription, SubscriptionFilters, SubscriptionSort } from './resources/subscriptions.js';
export { bookings } from './resources/bookings.js';
export type { Booking, BookingFilters, BookingSort } from './resources/bookings.js';
export { categories } from './resources/categories.js';
export type { Category, CategoryFilters, CategorySort } from './resources/categories.js';
export { spaces } from './resources/spaces.js';
export type { Space, SpaceFilters, SpaceSort } from './resources/spaces.js';
