import {
  type Bookable,
  bookableColumns,
  durationTypeRow,
  durationTypesAt,
  minimumDurationsJson,
  modeAt,
  pricingAt,
  quotasJson,
} from './bookables.js';
import { buyingColumns } from './blocks/buying.js';
import { ended, lifeColumns, lifeOf, publicationColumns, publicationOf } from './blocks/lifecycle.js';
import { imageJson, pageColumns } from './blocks/page.js';
import type { Category, CategoryFinder } from './categories.js';
import type { Entities } from './entities.js';
import type { Plan } from './plans.js';
import { itemAt, type Stream } from './random/prng.js';
import { uuidV7 } from './random/uuid-v7.js';
import { Slugs } from './slugs.js';
import type { Space } from './spaces.js';
import { joinTable, type SeedTable, table } from './table.js';
import type { Clock } from './time/clock.js';
import { familiarMachines, type MachineWords, rareMachines } from './words/machine-words.js';

export interface Machine extends Bookable {
  readonly kind: 'machine';
  readonly words: MachineWords;
  readonly category: Category | null;
  readonly quotas: string;
  readonly minimumDurations: string;
}

interface Around {
  readonly clock: Clock;
  readonly categories: CategoryFinder;
  readonly entities: Entities;
  readonly plans: readonly Plan[];
  readonly spaces: readonly Space[];
  readonly closedSpace: Space;
}

// Familiar ones twice: their names tie, and a visitor meets them first.
const machineWords = [...familiarMachines, ...rareMachines, ...familiarMachines];

export function makeMachines(around: Around, count: number, root: Stream): Machine[] {
  const stream = root.child('machines');
  const slugs = new Slugs();
  return Array.from({ length: count }, (_, index) => machineAt(around, index, stream, slugs));
}

function machineAt(around: Around, index: number, stream: Stream, slugs: Slugs): Machine {
  const { clock, categories, entities, plans, spaces, closedSpace } = around;
  const random = stream.at(index);
  const words = itemAt(machineWords, index);
  const alive = lifeOf(clock, random, index);
  const publication = publicationOf(index, alive, random);
  const life = index % 16 === 7 ? ended(alive, clock, random) : alive;
  const { step, minutes } = words;
  const machine: Bookable = {
    id: uuidV7(life.createdAt, random),
    slug: slugs.take(words.slug ?? words.name, 'machine'),
    name: words.name,
    space: publication.state === 'archived' && index % 24 === 21 ? closedSpace : itemAt(spaces, index),
    life,
    publication,
    mode: modeAt(index),
    pricing: pricingAt(index),
    mustBeApproved: index % 3 === 1,
    step,
    minutes,
    accreditations: entities.accreditations.filter((_, number) => words.accreditations.includes(number)),
    plans: index % 5 === 2 ? random.sample(plans, 1 + (index % 4)) : [],
    durationTypes: durationTypesAt(index, life, random, entities.customDurations),
  };
  return {
    kind: 'machine',
    ...machine,
    words,
    category: words.category === null ? null : categories.named('machine', words.category),
    quotas: quotasJson('machine_booking_duration_type_id', index, machine, random),
    minimumDurations: minimumDurationsJson(index, machine, random),
  };
}

export function machineTables(machines: readonly Machine[]): SeedTable[] {
  return [
    table('machines', () => machines.map(machineRow)),
    joinTable('machine_required_accreditations', ['machine_id', 'accreditation_id'], machines, (machine) => ({
      id: machine.id,
      items: machine.accreditations,
    })),
    joinTable('machine_required_plans', ['machine_id', 'plan_id'], machines, ({ id, plans }) => ({ id, items: plans })),
    table('machine_booking_duration_types', () =>
      machines.flatMap((machine) =>
        machine.durationTypes.map((type) => ({ ...durationTypeRow(type), machine_id: machine.id })),
      ),
    ),
  ];
}

function machineRow(machine: Machine, index: number) {
  const { words, slug, name } = machine;
  const image = index % 4 === 3 ? null : imageJson('machines', slug);
  return {
    id: machine.id,
    space_id: machine.space.id,
    category_id: machine.category?.id ?? null,
    ...pageColumns({ slug, name, summary: words.summary, html: words.description?.html ?? null, image }),
    specifications_rendered: words.specifications?.html ?? null,
    brand: words.brand,
    model: words.model,
    ...publicationColumns(machine.publication),
    ...buyingColumns(index, machine.pricing, `machines/${slug}`),
    ...bookableColumns(machine),
    machine_quotas: machine.quotas,
    machine_booking_minimum_durations: machine.minimumDurations,
    ...lifeColumns(machine.life),
  };
}
