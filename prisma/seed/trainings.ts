import { toHtml } from './blocks/markup.js';
import { accessColumns } from './blocks/page.js';
import type { Bookable } from './bookables.js';
import { itemsAt, type Entity } from './entities.js';
import type { Ground } from './ground.js';
import { makePrices, type SessionOwner } from './prices.js';
import { itemAt, type Random } from './random.js';
import { makeResource, requirementTables } from './resources.js';
import { joinTable, type SeedTable, toTable } from './table.js';
import file from './words/trainings.json' with { type: 'json' };

const trainingWords = file.trainings.map(({ like, ...words }) => ({
  ...file.induction,
  ...(like === 'course' ? file.course : {}),
  ...words,
}));

export interface Training extends SessionOwner {
  readonly grants: readonly Entity[];
}

export function makeTrainings(ground: Ground, machines: readonly Bookable[]): Training[] {
  return ground.root
    .child('trainings')
    .times(ground.scale.trainings, (random, index) => trainingAt(ground, machines, index, random));
}

function trainingAt(ground: Ground, machines: readonly Bookable[], index: number, random: Random): Training {
  const { accreditations } = ground.entities;
  const words = itemAt(trainingWords, index);
  const { name, slug, category, summary, description, prerequisites, parts, grants, needs, cents, ...others } = words;
  const { machines: taughtNames, ...columns } = others;
  const names: readonly string[] = taughtNames;
  const hasImage = index % 4 !== 3;
  const choice = {
    space: itemAt(ground.open, index),
    isDeleted: index % 12 === 8,
    mustBeApproved: index % 4 === 2,
    pricing: cents !== null ? 'charged' : hasImage ? 'free' : 'on_request',
    hasImage,
  };
  const training = makeResource(ground, { kind: 'training', words, index, ...choice }, random);
  const taught = machines.filter((machine) => names.includes(machine.name));
  const here = taught.filter(({ space }) => space === training.space);
  return {
    ...training,
    minutes: columns.duration_in_minutes,
    parts,
    seats: columns.seats_per_session,
    seatsPerBooking: 3,
    naming: null,
    isHere: true,
    plans: index % 6 === 3 ? random.sample(ground.plans, 1 + (index % 4)) : [],
    prices: makePrices(ground, training, cents, index, random),
    accreditations: itemsAt(accreditations, needs),
    grants: itemsAt(accreditations, grants),
    machines: [...here, ...taught.filter((machine) => !here.includes(machine)).slice(0, 3)],
    row: {
      ...training.row,
      ...accessColumns(index),
      prerequisites_rendered: toHtml(prerequisites),
      ...columns,
    },
  };
}

export function trainingTables(trainings: readonly Training[]): SeedTable[] {
  const column = 'training_id';
  return [
    toTable('trainings', trainings),
    ...requirementTables('training', trainings),
    joinTable('training_granted_accreditations', column, 'accreditation_id', trainings, ({ grants }) => grants),
    joinTable('training_machines', column, 'machine_id', trainings, ({ machines }) => machines),
  ];
}
