import type { Pricing } from '@resource-catalogue/contracts';
import { accessColumns } from './blocks/access.js';
import { buyingColumns } from './blocks/buying.js';
import {
  ended,
  type Life,
  lifeColumns,
  lifeOf,
  type Publication,
  publicationColumns,
  publicationOf,
} from './blocks/lifecycle.js';
import { imageJson, pageColumns } from './blocks/page.js';
import type { Category, CategoryFinder } from './categories.js';
import type { Entities, Named } from './entities.js';
import type { Machine } from './machines.js';
import type { Plan } from './plans.js';
import { makePrices, type Price } from './prices.js';
import { itemAt, type Stream } from './random/prng.js';
import { uuidV7 } from './random/uuid-v7.js';
import { Slugs } from './slugs.js';
import type { Space } from './spaces.js';
import { joinTable, type SeedTable, table } from './table.js';
import type { Clock } from './time/clock.js';
import { type TrainingWords, trainingWords } from './words/training-words.js';

export interface Training {
  readonly kind: 'training';
  readonly id: string;
  readonly slug: string;
  readonly space: Space;
  readonly category: Category | null;
  readonly life: Life;
  readonly publication: Publication;
  readonly mustBeApproved: boolean;
  readonly needs: readonly Named[];
  readonly grants: readonly Named[];
  readonly plans: readonly Plan[];
  readonly machines: readonly Machine[];
  readonly prices: readonly Price[];
  readonly words: TrainingWords;
}

interface Around {
  readonly clock: Clock;
  readonly categories: CategoryFinder;
  readonly entities: Entities;
  readonly plans: readonly Plan[];
  readonly spaces: readonly Space[];
  readonly machines: readonly Machine[];
}

export function makeTrainings(around: Around, count: number, root: Stream): Training[] {
  const stream = root.child('trainings');
  const slugs = new Slugs();
  return Array.from({ length: count }, (_, index) => trainingAt(around, index, stream, slugs));
}

function trainingAt(around: Around, index: number, stream: Stream, slugs: Slugs): Training {
  const { clock, categories, entities, plans, spaces, machines } = around;
  const random = stream.at(index);
  const words = itemAt(trainingWords, index);
  const alive = lifeOf(clock, random, index);
  const publication = publicationOf(index, alive, random);
  const life = index % 12 === 8 ? ended(alive, clock, random) : alive;
  const space = itemAt(spaces, index);
  const taught = machines.filter((machine) => words.machines.includes(machine.name));
  const here = taught.filter((machine) => machine.space === space);
  return {
    kind: 'training',
    id: uuidV7(life.createdAt, random),
    slug: slugs.take(words.slug ?? words.name, 'training'),
    space,
    category: words.category === null ? null : categories.named('training', words.category),
    life,
    publication,
    mustBeApproved: index % 4 === 2,
    needs: entities.accreditations.filter((_, number) => words.needs.includes(number)),
    grants: entities.accreditations.filter((_, number) => words.grants.includes(number)),
    plans: index % 6 === 3 ? random.sample(plans, 1 + (index % 4)) : [],
    machines: [...here, ...taught.filter((machine) => !here.includes(machine)).slice(0, 3)],
    prices:
      words.cents === null ? [] : makePrices(index, words.cents, space.currency, life, random, categories.of('price')),
    words,
  };
}

export function trainingTables(trainings: readonly Training[]): SeedTable[] {
  return [
    table('trainings', () => trainings.map(trainingRow)),
    joinTable('training_required_accreditations', ['training_id', 'accreditation_id'], trainings, ({ id, needs }) => ({
      id,
      items: needs,
    })),
    joinTable('training_required_plans', ['training_id', 'plan_id'], trainings, ({ id, plans }) => ({
      id,
      items: plans,
    })),
    joinTable('training_granted_accreditations', ['training_id', 'accreditation_id'], trainings, ({ id, grants }) => ({
      id,
      items: grants,
    })),
    joinTable('training_machines', ['training_id', 'machine_id'], trainings, ({ id, machines }) => ({
      id,
      items: machines,
    })),
  ];
}

function trainingRow(training: Training, index: number) {
  const { words, slug, prices } = training;
  const { name, summary, description } = words;
  const image = index % 4 === 3 ? null : imageJson('trainings', slug);
  const pricing: Pricing = prices.length > 0 ? 'charged' : index % 4 === 3 ? 'on_request' : 'free';
  return {
    id: training.id,
    space_id: training.space.id,
    category_id: training.category?.id ?? null,
    ...pageColumns({ slug, name, summary, html: description?.html ?? null, image }),
    prerequisites_rendered: words.prerequisites?.html ?? null,
    ...accessColumns(index),
    ...publicationColumns(training.publication),
    ...buyingColumns(index, pricing, `trainings/${slug}`),
    duration_in_minutes: words.minutes,
    seats_per_session: words.seats,
    minimum_seats: words.minimum?.seats ?? null,
    auto_cancel_before_in_hours: words.minimum?.hours ?? null,
    booking_must_be_approved: training.mustBeApproved,
    accreditation_validity_in_months: words.validMonths,
    ...lifeColumns(training.life),
  };
}
