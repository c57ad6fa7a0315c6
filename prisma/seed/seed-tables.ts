import { bookingTables } from './bookings/booking-tables.js';
import { makeRichDataset } from './dataset.js';
import { eventTables } from './events.js';
import type { SeedOptions } from './ground.js';
import { machineTables } from './machines.js';
import { memberTables } from './members.js';
import { placeTables } from './places.js';
import { planTables } from './plans.js';
import { projectTables } from './projects.js';
import { sessionTables } from './sessions.js';
import { subscriptionsTable } from './subscriptions.js';
import { type SeedTable, toTable } from './table.js';
import { trainingTables } from './trainings.js';
import { userTables } from './users.js';
import { makeWorkshop } from './workshop/workshop.js';

/** All tables of a demo catalogue, each after those that it refers to. */
export function seedTables(options: SeedOptions): SeedTable[] {
  const dataset = options.rare ? makeRichDataset(options) : makeWorkshop(options);
  const { root, entities, lists, trainings, events } = dataset;
  return [
    toTable('spaces', dataset.spaces),
    toTable('groups', entities.groups),
    toTable('accreditations', entities.accreditations),
    toTable('equipments', entities.equipments),
    toTable('custom_duration_types', entities.customDurations),
    toTable('categories', dataset.categories),
    toTable('project_licenses', lists.licenses),
    toTable('project_thematics', lists.thematics),
    ...planTables(dataset.plans),
    ...memberTables(dataset),
    ...userTables(dataset),
    subscriptionsTable(dataset),
    ...machineTables(dataset.machines),
    toTable('machine_units', dataset.machineUnits),
    ...placeTables(dataset.places),
    toTable('place_units', dataset.placeUnits),
    ...trainingTables(trainings),
    ...eventTables(events),
    toTable(
      'prices',
      [...trainings, ...events].flatMap(({ prices }) => prices),
    ),
    ...sessionTables('training', 'trainers', dataset.trainingSessions, root),
    ...sessionTables('event', 'hosts', dataset.eventSessions, root),
    ...projectTables(dataset.projects),
    ...bookingTables(dataset.bookings, root, dataset.origins),
  ];
}
