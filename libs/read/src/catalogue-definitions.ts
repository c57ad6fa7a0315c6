import { type CollectionName, collections } from '@resource-catalogue/contracts';
import type { Definition } from './definition.js';
import { bookings } from './definitions/bookings.js';
import { categories } from './definitions/categories.js';
import { eventSessions } from './definitions/event-sessions.js';
import { events } from './definitions/events.js';
import { machineUnits } from './definitions/machine-units.js';
import { machines } from './definitions/machines.js';
import { members } from './definitions/members.js';
import { placeUnits } from './definitions/place-units.js';
import { places } from './definitions/places.js';
import { plans } from './definitions/plans.js';
import { projectLicenses } from './definitions/project-licenses.js';
import { projectThematics } from './definitions/project-thematics.js';
import { projects } from './definitions/projects.js';
import { spaces } from './definitions/spaces.js';
import { subscriptions } from './definitions/subscriptions.js';
import { trainingSessions } from './definitions/training-sessions.js';
import { trainings } from './definitions/trainings.js';
import { users } from './definitions/users.js';

/** The definitions of all collections by name. */
export const definitions = {
  bookings,
  categories,
  event_sessions: eventSessions,
  events,
  machine_units: machineUnits,
  machines,
  members,
  place_units: placeUnits,
  places,
  plans,
  project_licenses: projectLicenses,
  project_thematics: projectThematics,
  projects,
  spaces,
  subscriptions,
  training_sessions: trainingSessions,
  trainings,
  users,
} satisfies Record<CollectionName, Definition>;

/** The definitions in the order of the interface. */
export const catalogueDefinitions: readonly Definition[] = collections.map(({ name }) => definitions[name]);
