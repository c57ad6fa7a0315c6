import { bookingTables } from './bookings/booking-tables.js';
import { categoriesTable } from './categories.js';
import { entityTables } from './entities.js';
import { eventTables } from './events.js';
import { machineTables } from './machines.js';
import { memberTables } from './members.js';
import { placeTables } from './places.js';
import { planTables } from './plans.js';
import { pricesTable } from './prices.js';
import { projectListTables } from './project-lists.js';
import { projectTables } from './projects.js';
import { eventSessionTables, trainingSessionTables } from './session-tables.js';
import { spacesTable } from './spaces.js';
import { subscriptionsTable } from './subscriptions.js';
import type { SeedTable } from './table.js';
import { trainingTables } from './trainings.js';
import { machineUnitsTable, placeUnitsTable } from './units.js';
import { userTables } from './users.js';
import { makeDataset, type SeedOptions } from './dataset.js';

/** All tables of a demonstration catalogue, each after those that it refers to. */
export function seedTables(options: SeedOptions): SeedTable[] {
  const dataset = makeDataset(options);
  const { clock, root, members } = dataset;
  return [
    spacesTable(dataset.spaces),
    ...entityTables(dataset.entities),
    categoriesTable(dataset.categories),
    ...projectListTables(dataset.lists),
    ...planTables(dataset.plans),
    ...memberTables(members, dataset.entities, root),
    ...userTables(clock, dataset.staff, members, root),
    subscriptionsTable(clock, members, dataset.plans, root),
    ...machineTables(dataset.machines),
    machineUnitsTable(dataset.machineUnits, root),
    ...placeTables(dataset.places),
    placeUnitsTable(dataset.placeUnits),
    ...trainingTables(dataset.trainings),
    ...eventTables(dataset.events),
    pricesTable(dataset.trainings, dataset.events),
    ...trainingSessionTables(dataset.trainingSessions, root),
    ...eventSessionTables(dataset.eventSessions, root),
    ...projectTables(dataset.projects, root),
    ...bookingTables(dataset.bookings, root),
  ];
}
