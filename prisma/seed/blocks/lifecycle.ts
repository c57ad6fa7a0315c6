import type { Random } from '../random.js';
import { type Clock, day, formatInstant, formatInstantOrNull } from '../time/clock.js';

/** Times of creation and last change, and whether the row is deleted. */
export interface Life {
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
}

/** An instant from `from` to `to`, both inclusive; `from` if the range is empty. */
export function within(random: Random, from: number, to: number): number {
  return to <= from ? from : from + random.below(to - from + 1);
}

/**
 * Half of the rows were created at the instant of the opening, and half were last changed at that of the conversion,
 * so that paging meets long ties in both keys, separately and together (PAGE-4).
 */
export function drawLife(clock: Clock, random: Random, index: number, from = clock.opening): Life {
  const created =
    index % 2 === 0 ? clock.opening : within(random, clock.opening, index % 4 === 1 ? clock.conversion : clock.at);
  const createdAt = Math.max(from, created);
  return { createdAt, updatedAt: Math.max(createdAt, drawChange(clock, random, index, createdAt)), deletedAt: null };
}

function drawChange(clock: Clock, random: Random, index: number, createdAt: number): number {
  if (index % 4 < 2) return clock.conversion;
  return index % 8 === 3 ? createdAt : within(random, createdAt, clock.at);
}

/** The same life with a deletion as its last change. */
export function withDeletion(life: Life, clock: Clock, random: Random): Life {
  const deletedAt = within(random, Math.max(life.updatedAt, clock.conversion), clock.at);
  return { ...life, updatedAt: deletedAt, deletedAt };
}

/**
 * Columns of the publication: of each dozen rows, one is a draft and one archived, the others are published. Half of
 * the archived rows were never public.
 */
export function publicationColumns(index: number, life: Life, random: Random) {
  const state = index % 12 === 5 ? 'draft' : index % 12 === 9 ? 'archived' : 'published';
  const publishedAt = within(random, life.createdAt, Math.min(life.updatedAt, life.createdAt + 30 * day));
  const wasPublic = state !== 'draft' && index % 24 !== 21;
  return { publication_state: state, published_at: wasPublic ? formatInstant(publishedAt) : null };
}

export function timestampColumns({ updatedAt, createdAt }: Life) {
  return { updated_at: formatInstant(updatedAt), created_at: formatInstant(createdAt) };
}

export function lifeColumns(life: Life) {
  return { soft_deleted_at: formatInstantOrNull(life.deletedAt), ...timestampColumns(life) };
}
