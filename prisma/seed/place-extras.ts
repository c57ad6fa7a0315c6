import type { Life } from './blocks/lifecycle.js';
import { itemAt, type Random } from './random/prng.js';
import { uuidV7 } from './random/uuid-v7.js';
import { type SeedTable, table } from './table.js';
import { instantTextOrNull } from './time/units.js';
import { extraWords } from './words/place-words.js';

export interface PlaceExtra {
  readonly id: string;
  readonly deletedAt: number | null;
  readonly words: (typeof extraWords)[number];
}

/** None for every fifth place, up to four for the others; the third one is offered no more in some places. */
export function makeExtras(index: number, life: Life, random: Random): PlaceExtra[] {
  return Array.from({ length: (index + 4) % 5 }, (_, number) => ({
    id: uuidV7(life.createdAt, random),
    deletedAt: number === 2 && index % 2 === 1 ? life.updatedAt : null,
    words: itemAt(extraWords, index + number),
  }));
}

export function placeExtrasTable(
  places: readonly { readonly id: string; readonly extras: readonly PlaceExtra[] }[],
): SeedTable {
  return table('place_extras', () =>
    places.flatMap((place) =>
      place.extras.map(({ id, deletedAt, words: [name, description, sku, pricing] }) => ({
        id,
        place_id: place.id,
        name,
        description,
        sku,
        pricing,
        soft_deleted_at: instantTextOrNull(deletedAt),
      })),
    ),
  );
}
