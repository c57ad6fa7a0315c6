import { collection, readableCollection } from './collections/collection.js';
import type { Collection, ReadableCollection } from './collections/collection.js';
import { projectCollection } from './collections/project-collection.js';
import type { ProjectCollection } from './collections/project-collection.js';
import type { Method } from './http/request.js';
import type { ClientOptions } from './http/settings.js';
import { createTransport } from './http/patient-transport.js';
import type { Transport } from './http/transport.js';
import { raw } from './operations/raw.js';
import type { RawAnswer, RawRequest } from './operations/raw.js';
import { bookings } from './resources/bookings.js';
import type { Booking, BookingFilters, BookingSort } from './resources/bookings.js';
import { categories } from './resources/categories.js';
import type { Category, CategoryFilters, CategorySort } from './resources/categories.js';
import { eventSessions } from './resources/event-sessions.js';
import type { EventSession, EventSessionFilters, EventSessionSort } from './resources/event-sessions.js';
import { events } from './resources/events.js';
import type { Event, EventFilters, EventSort } from './resources/events.js';
import { machineUnits } from './resources/machine-units.js';
import type { MachineUnit, MachineUnitFilters, MachineUnitSort } from './resources/machine-units.js';
import { machines } from './resources/machines.js';
import type { Machine, MachineFilters, MachineSort } from './resources/machines.js';
import { members } from './resources/members.js';
import type { Member, MemberFilters, MemberSort } from './resources/members.js';
import { placeUnits } from './resources/place-units.js';
import type { PlaceUnit, PlaceUnitFilters, PlaceUnitSort } from './resources/place-units.js';
import { places } from './resources/places.js';
import type { Place, PlaceFilters, PlaceSort } from './resources/places.js';
import { plans } from './resources/plans.js';
import type { Plan, PlanFilters, PlanSort } from './resources/plans.js';
import { projectLicenses } from './resources/project-licenses.js';
import type { ProjectLicense, ProjectLicenseFilters, ProjectLicenseSort } from './resources/project-licenses.js';
import { projectThematics } from './resources/project-thematics.js';
import type { ProjectThematic, ProjectThematicFilters, ProjectThematicSort } from './resources/project-thematics.js';
import { spaces } from './resources/spaces.js';
import type { Space, SpaceFilters, SpaceSort } from './resources/spaces.js';
import { subscriptions } from './resources/subscriptions.js';
import type { Subscription, SubscriptionFilters, SubscriptionSort } from './resources/subscriptions.js';
import { trainingSessions } from './resources/training-sessions.js';
import type { TrainingSession, TrainingSessionFilters, TrainingSessionSort } from './resources/training-sessions.js';
import { trainings } from './resources/trainings.js';
import type { Training, TrainingFilters, TrainingSort } from './resources/trainings.js';
import { users } from './resources/users.js';
import type { User, UserFilters, UserSort } from './resources/users.js';

/** A client with all collections and operations: what `createClient` makes. */
export interface Client {
  readonly users: ReadableCollection<User, UserFilters, UserSort>;
  readonly members: ReadableCollection<Member, MemberFilters, MemberSort>;
  readonly machines: ReadableCollection<Machine, MachineFilters, MachineSort>;
  readonly machineUnits: ReadableCollection<MachineUnit, MachineUnitFilters, MachineUnitSort>;
  readonly trainings: ReadableCollection<Training, TrainingFilters, TrainingSort>;
  readonly trainingSessions: ReadableCollection<TrainingSession, TrainingSessionFilters, TrainingSessionSort>;
  readonly places: ReadableCollection<Place, PlaceFilters, PlaceSort>;
  readonly placeUnits: ReadableCollection<PlaceUnit, PlaceUnitFilters, PlaceUnitSort>;
  readonly plans: ReadableCollection<Plan, PlanFilters, PlanSort>;
  readonly events: ReadableCollection<Event, EventFilters, EventSort>;
  readonly eventSessions: ReadableCollection<EventSession, EventSessionFilters, EventSessionSort>;
  readonly projects: ProjectCollection;
  readonly projectLicenses: Collection<ProjectLicense, ProjectLicenseFilters, ProjectLicenseSort>;
  readonly projectThematics: Collection<ProjectThematic, ProjectThematicFilters, ProjectThematicSort>;
  readonly subscriptions: ReadableCollection<Subscription, SubscriptionFilters, SubscriptionSort>;
  readonly bookings: ReadableCollection<Booking, BookingFilters, BookingSort>;
  readonly categories: ReadableCollection<Category, CategoryFilters, CategorySort>;
  readonly spaces: ReadableCollection<Space, SpaceFilters, SpaceSort>;
  /** Sends any request with the token, the quota, the retries and the errors of this client; see the function `raw`. */
  raw(method: Method, path: string, request?: RawRequest): Promise<RawAnswer>;
  /** What the free functions (`list`, `get`, …) take, to share this client's quota. */
  readonly transport: Transport;
}

/**
 * Makes a client of the Resource Catalogue. All its calls share the token, the quota and the retry budget, so make one
 * for each service and token, and keep it.
 *
 * @throws TypeError if the base URL is none.
 * @example
 * const client = createClient({ baseUrl: 'https://catalogue.example.org', token: 'rct_…' });
 * const { data } = await client.bookings.list({ filters: { state: { in: ['confirmed'] } }, sort: '-starts_at', limit: 50 });
 */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  return {
    users: readableCollection(transport, users),
    members: readableCollection(transport, members),
    machines: readableCollection(transport, machines),
    machineUnits: readableCollection(transport, machineUnits),
    trainings: readableCollection(transport, trainings),
    trainingSessions: readableCollection(transport, trainingSessions),
    places: readableCollection(transport, places),
    placeUnits: readableCollection(transport, placeUnits),
    plans: readableCollection(transport, plans),
    events: readableCollection(transport, events),
    eventSessions: readableCollection(transport, eventSessions),
    projects: projectCollection(transport),
    projectLicenses: collection(transport, projectLicenses),
    projectThematics: collection(transport, projectThematics),
    subscriptions: readableCollection(transport, subscriptions),
    bookings: readableCollection(transport, bookings),
    categories: readableCollection(transport, categories),
    spaces: readableCollection(transport, spaces),
    raw: (method, path, request) => raw(transport, method, path, request),
    transport,
  };
}
