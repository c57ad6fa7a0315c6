import { collection, readableCollection } from './collections/collection.js';
import { projectCollection } from './collections/project-collection.js';
import type { Method } from './http/request.js';
import type { ClientOptions } from './http/settings.js';
import { createTransport } from './http/transport.js';
import { raw } from './operations/raw.js';
import type { RawRequest } from './operations/raw.js';
import { bookings } from './resources/bookings.js';
import { categories } from './resources/categories.js';
import { eventSessions } from './resources/event-sessions.js';
import { events } from './resources/events.js';
import { machineUnits } from './resources/machine-units.js';
import { machines } from './resources/machines.js';
import { members } from './resources/members.js';
import { placeUnits } from './resources/place-units.js';
import { places } from './resources/places.js';
import { plans } from './resources/plans.js';
import { projectLicenses } from './resources/project-licenses.js';
import { projectThematics } from './resources/project-thematics.js';
import { spaces } from './resources/spaces.js';
import { subscriptions } from './resources/subscriptions.js';
import { trainingSessions } from './resources/training-sessions.js';
import { trainings } from './resources/trainings.js';
import { users } from './resources/users.js';

/** A client with all collections and operations: what `createClient` makes. */
export type Client = ReturnType<typeof createClient>;

/**
 * Makes a client of the Resource Catalogue. All its calls share the token, the quota and the retry budget, so make one
 * for each service and token, and keep it.
 *
 * @throws TypeError if the base URL is none.
 * @example
 * const client = createClient({ baseUrl: 'https://catalogue.example.org', token: process.env.CATALOGUE_TOKEN });
 * const { data } = await client.bookings.list({ filters: { state: { in: ['confirmed'] } }, sort: '-starts_at', limit: 50 });
 */
export function createClient(options: ClientOptions) {
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
    /** Sends any request with the token, the quota, the retries and the errors of this client. */
    raw: (method: Method, path: string, request?: RawRequest) => raw(transport, method, path, request),
    /** What the free functions (`list`, `get`, …) take, to share this client's quota. */
    transport,
  };
}
