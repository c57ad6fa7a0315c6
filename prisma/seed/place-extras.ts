import type { Life } from './blocks/lifecycle.js';
import { itemAt, type Random } from './random/prng.js';
import { uuidV7 } from './random/uuid-v7.js';
import { type SeedTable, table } from './table.js';
import { instantTextOrNull } from './time/units.js';
import extras from './words/place-extras.json' with { type: 'json' };

export interface PlaceExtra {
  readonly id: string;
  readonly deletedAt: number | null;
  readonly words: (typeof extras)[number];
}

/** None for every fifth place, up to four for the others; the third one is offered no more in some places. */
export function makeExtras(index: number, life: Life, random: Random): PlaceExtra[] {
  return Array.from({ length: (index + 4) % 5 }, (_, number) => ({
    id: uuidV7(life.createdAt, random),
    deletedAt: number === 2 && index % 2 === 1 ? life.updatedAt : null,
    words: itemAt(extras, index + number),
  }));
}

export function placeExtrasTable(
  places: readonly { readonly id: string; readonly extras: readonly PlaceExtra[] }[],
): SeedTable {
  return table('place_extras', () =>
    places.flatMap((place) =>
      place.extras.map(({ id, deletedAt, words }) => ({
        id,
        place_id: place.id,
        ...words,
        soft_deleted_at: instantTextOrNull(deletedAt),
      })),
    ),
  );
}
