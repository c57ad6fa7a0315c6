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
import type { Plan } from './plans.js';
import { makePrices, type Price } from './prices.js';
import { itemAt, type Stream } from './random/prng.js';
import { uuidV7 } from './random/uuid-v7.js';
import { Slugs } from './slugs.js';
import type { Space } from './spaces.js';
import { joinTable, type SeedTable, table } from './table.js';
import type { Clock } from './time/clock.js';
import { type EventWords, eventWords } from './words/event-words.js';

export interface CatalogueEvent {
  readonly kind: 'event';
  readonly id: string;
  readonly slug: string;
  readonly space: Space;
  readonly category: Category | null;
  readonly life: Life;
  readonly publication: Publication;
  readonly mustBeApproved: boolean;
  readonly accreditations: readonly Named[];
  readonly plans: readonly Plan[];
  readonly prices: readonly Price[];
  readonly words: EventWords;
}

interface Around {
  readonly clock: Clock;
  readonly categories: CategoryFinder;
  readonly entities: Entities;
  readonly plans: readonly Plan[];
  readonly spaces: readonly Space[];
}

export function makeEvents(around: Around, count: number, root: Stream): CatalogueEvent[] {
  const stream = root.child('events');
  const slugs = new Slugs();
  return Array.from({ length: count }, (_, index) => eventAt(around, index, stream, slugs));
}

function eventAt(around: Around, index: number, stream: Stream, slugs: Slugs): CatalogueEvent {
  const { clock, categories, entities, plans, spaces } = around;
  const random = stream.at(index);
  const words = itemAt(eventWords, index);
  const alive = lifeOf(clock, random, index);
  const publication = publicationOf(index + 2, alive, random);
  const life = index % 12 === 10 ? ended(alive, clock, random) : alive;
  const space = itemAt(spaces, index + 1);
  return {
    kind: 'event',
    id: uuidV7(life.createdAt, random),
    slug: slugs.take(words.slug ?? words.name, 'event'),
    space,
    category: words.category === null ? null : categories.named('event', words.category),
    life,
    publication,
    mustBeApproved: index % 5 === 1,
    accreditations: index % 6 === 5 ? random.sample(entities.accreditations, 1 + (index % 4)) : [],
    plans: index % 6 === 2 ? random.sample(plans, 1 + (index % 5)) : [],
    prices:
      words.cents === null ? [] : makePrices(index, words.cents, space.currency, life, random, categories.of('price')),
    words,
  };
}

export function eventTables(events: readonly CatalogueEvent[]): SeedTable[] {
  return [
    table('events', () => events.map(eventRow)),
    joinTable('event_required_accreditations', ['event_id', 'accreditation_id'], events, (event) => ({
      id: event.id,
      items: event.accreditations,
    })),
    joinTable('event_required_plans', ['event_id', 'plan_id'], events, ({ id, plans }) => ({ id, items: plans })),
  ];
}

function eventRow(event: CatalogueEvent, index: number) {
  const { words, slug, prices } = event;
  const { name, summary, description } = words;
  const image = index % 4 === 0 ? null : imageJson('events', slug);
  const pricing: Pricing = prices.length > 0 ? 'charged' : index % 8 === 6 ? 'on_request' : 'free';
  return {
    id: event.id,
    space_id: event.space.id,
    category_id: event.category?.id ?? null,
    ...pageColumns({ slug, name, summary, html: description?.html ?? null, image }),
    ...accessColumns(index + 1),
    ...publicationColumns(event.publication),
    ...buyingColumns(index, pricing, `events/${slug}`),
    location_kind: words.location.kind,
    location_name: words.location.name,
    age_min: words.ages.min,
    age_max: words.ages.max,
    seats_per_session: words.seats,
    maximum_seats_per_booking: words.seatsPerBooking,
    seat_naming: words.naming,
    booking_must_be_approved: event.mustBeApproved,
    ...lifeColumns(event.life),
  };
}
