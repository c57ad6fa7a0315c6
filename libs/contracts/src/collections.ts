import { bookingsContract } from './booking.js';
import { categoriesContract } from './category.js';
import { eventSessionsContract } from './event-session.js';
import { eventsContract } from './event.js';
import { machineUnitsContract } from './machine-unit.js';
import { machinesContract } from './machine.js';
import { membersContract } from './member.js';
import { placeUnitsContract } from './place-unit.js';
import { placesContract } from './place.js';
import { plansContract } from './plan.js';
import { projectLicensesContract } from './project-license.js';
import { projectThematicsContract } from './project-thematic.js';
import { projectsContract } from './project.js';
import { spacesContract } from './space.js';
import { subscriptionsContract } from './subscription.js';
import { trainingSessionsContract } from './training-session.js';
import { trainingsContract } from './training.js';
import { usersContract } from './user.js';

/** The collections, in the order of the table in interface.md; append new ones. */
export const collections = [
  usersContract,
  membersContract,
  machinesContract,
  machineUnitsContract,
  trainingsContract,
  trainingSessionsContract,
  placesContract,
  placeUnitsContract,
  plansContract,
  eventsContract,
  eventSessionsContract,
  projectsContract,
  projectLicensesContract,
  projectThematicsContract,
  subscriptionsContract,
  bookingsContract,
  categoriesContract,
  spacesContract,
] as const;

/** One of the contracts, with its own types. */
export type AnyCollectionContract = (typeof collections)[number];
/** The name of a collection, as in its path. */
export type CollectionName = AnyCollectionContract['name'];
