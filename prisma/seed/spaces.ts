import { accessColumns } from './blocks/access.js';
import { type Life, lifeColumns, type Publication, publicationColumns } from './blocks/lifecycle.js';
import { imageJson, pageColumns } from './blocks/page.js';
import type { Stream } from './random/prng.js';
import { uuidV7 } from './random/uuid-v7.js';
import type { Scale } from './scale.js';
import { Slugs } from './slugs.js';
import { type SeedTable, table } from './table.js';
import type { Clock } from './time/clock.js';
import type { OpeningHours } from './time/opening-hours.js';
import { day } from './time/units.js';
import { Zone } from './time/zone.js';
import { type SpaceWords, spaceWords } from './words/space-words.js';

export interface Space {
  readonly id: string;
  readonly slug: string;
  readonly zone: Zone;
  readonly hours: OpeningHours;
  readonly currency: string;
  readonly parent: Space | null;
  readonly life: Life;
  readonly publication: Publication;
  readonly words: SpaceWords;
}

export function makeSpaces(clock: Clock, scale: Scale, root: Stream): Space[] {
  const stream = root.child('spaces');
  const slugs = new Slugs();
  const zones = new Map<string, Zone>();
  const spaces: Space[] = [];
  for (const [index, words] of spaceWords.slice(0, scale.spaces).entries()) {
    const zone = zones.get(words.zone) ?? new Zone(words.zone, clock.opening - 40 * day, (clock.lastDay + 90) * day);
    zones.set(words.zone, zone);
    const life = lifeOfSpace(clock, words, index);
    const slug = slugs.take(words.name, 'space');
    const parent = words.parent === null ? null : (spaces[words.parent] ?? null);
    const { hours, currency } = words;
    const publication = publicationOfSpace(words, life);
    spaces.push({
      id: uuidV7(life.createdAt, stream.at(index)),
      slug,
      zone,
      hours,
      currency,
      parent,
      life,
      publication,
      words,
    });
  }
  return spaces;
}

function lifeOfSpace(clock: Clock, { stage }: SpaceWords, index: number): Life {
  if (stage === 'closed') return { createdAt: clock.opening, updatedAt: clock.conversion, deletedAt: clock.conversion };
  if (stage === 'planned')
    return { createdAt: clock.at - 20 * day - 87, updatedAt: clock.at - 20 * day - 87, deletedAt: null };
  return {
    createdAt: clock.opening,
    updatedAt: index % 2 === 0 ? clock.conversion : clock.at - (30 + index) * day,
    deletedAt: null,
  };
}

function publicationOfSpace({ stage }: SpaceWords, life: Life): Publication {
  if (stage === 'planned') return { state: 'draft', publishedAt: null };
  return { state: stage === 'closed' ? 'archived' : 'published', publishedAt: life.createdAt };
}

export function spacesTable(spaces: readonly Space[]): SeedTable {
  return table('spaces', () => spaces.map(spaceRow));
}

function spaceRow(space: Space, index: number) {
  const { words, slug } = space;
  const { name, summary, description } = words;
  const image = index % 3 === 2 ? null : imageJson('spaces', slug);
  return {
    id: space.id,
    parent_id: space.parent?.id ?? null,
    ...pageColumns({ slug, name, summary, html: description?.html ?? null, image }),
    ...publicationColumns(space.publication),
    ...accessColumns(index),
    time_zone: words.zone,
    address: words.address && JSON.stringify(words.address),
    latitude: words.position?.latitude ?? null,
    longitude: words.position?.longitude ?? null,
    email: words.email,
    phone: words.phone,
    website_url: words.website,
    opening_hours: JSON.stringify(words.hours.entries),
    ...lifeColumns(space.life),
  };
}

/** Where things are and are used: neither closed nor still planned. */
export function openSpaces(spaces: readonly Space[]): Space[] {
  return spaces.filter((space) => space.words.stage === 'open');
}
