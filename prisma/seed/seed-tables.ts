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
import { makeWorld, type SeedOptions } from './world.js';

/** All tables of a demonstration catalogue, each after those that it refers to. */
export function seedTables(options: SeedOptions): SeedTable[] {
  const world = makeWorld(options);
  const { clock, root, members } = world;
  return [
    spacesTable(world.spaces),
    ...entityTables(world.entities),
    categoriesTable(world.categories),
    ...projectListTables(world.lists),
    ...planTables(world.plans),
    ...memberTables(members, world.entities, root),
    ...userTables(clock, world.staff, members, root),
    subscriptionsTable(clock, members, world.plans, root),
    ...machineTables(world.machines),
    machineUnitsTable(world.machineUnits, root),
    ...placeTables(world.places),
    placeUnitsTable(world.placeUnits),
    ...trainingTables(world.trainings),
    ...eventTables(world.events),
    pricesTable(world.trainings, world.events),
    ...trainingSessionTables(world.trainingSessions, root),
    ...eventSessionTables(world.eventSessions, root),
    ...projectTables(world.projects, root),
    ...bookingTables(world.bookings, root),
  ];
}
