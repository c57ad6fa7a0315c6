import { bookingTables } from './bookings/booking-tables.js';
import { makeDataset } from './dataset.js';
import { eventTables } from './events.js';
import type { SeedOptions } from './ground.js';
import { machineTables } from './machines.js';
import { memberTables } from './members.js';
import { placeTables } from './places.js';
import { planTables } from './plans.js';
import { projectTables } from './projects.js';
import { sessionTables } from './sessions.js';
import { subscriptionsTable } from './subscriptions.js';
import { type SeedTable, tableOf } from './table.js';
import { trainingTables } from './trainings.js';
import { userTables } from './users.js';

/** All tables of a demo catalogue, each after those that it refers to. */
export function seedTables(options: SeedOptions): SeedTable[] {
  const dataset = makeDataset(options);
  const { root, entities, lists, trainings, events } = dataset;
  return [
    tableOf('spaces', dataset.spaces),
    tableOf('groups', entities.groups),
    tableOf('accreditations', entities.accreditations),
    tableOf('equipments', entities.equipments),
    tableOf('custom_duration_types', entities.customDurations),
    tableOf('categories', dataset.categories),
    tableOf('project_licenses', lists.licenses),
    tableOf('project_thematics', lists.thematics),
    ...planTables(dataset.plans),
    ...memberTables(dataset),
    ...userTables(dataset),
    subscriptionsTable(dataset),
    ...machineTables(dataset.machines),
    tableOf('machine_units', dataset.machineUnits),
    ...placeTables(dataset.places),
    tableOf('place_units', dataset.placeUnits),
    ...trainingTables(trainings),
    ...eventTables(events),
    tableOf(
      'prices',
      [...trainings, ...events].flatMap(({ prices }) => prices),
    ),
    ...sessionTables('training', 'trainers', dataset.trainingSessions, root),
    ...sessionTables('event', 'hosts', dataset.eventSessions, root),
    ...projectTables(dataset.projects),
    ...bookingTables(dataset.bookings, root),
  ];
}
