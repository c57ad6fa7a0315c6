import { type CollectionName, collections } from '@resource-catalogue/contracts';
import type { Definition } from '../define/definition.js';
import { bookings } from './bookings.js';
import { categories } from './categories.js';
import { eventSessions } from './event-sessions.js';
import { events } from './events.js';
import { machineUnits } from './machine-units.js';
import { machines } from './machines.js';
import { members } from './members.js';
import { placeUnits } from './place-units.js';
import { places } from './places.js';
import { plans } from './plans.js';
import { projectLicenses } from './project-licenses.js';
import { projectThematics } from './project-thematics.js';
import { projects } from './projects.js';
import { spaces } from './spaces.js';
import { subscriptions } from './subscriptions.js';
import { trainingSessions } from './training-sessions.js';
import { trainings } from './trainings.js';
import { users } from './users.js';

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

/** The definitions in the order of the contracts. */
export const catalogueDefinitions: readonly Definition[] = collections.map(({ name }) => definitions[name]);
