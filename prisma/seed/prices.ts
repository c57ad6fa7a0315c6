import type { Ground } from './ground.js';
import type { Random } from './random.js';
import type { Requirements, Resource } from './resources.js';
import type { Row } from './table.js';

/** What one seat of a training or event costs, for the people of one category. */
interface Price {
  readonly id: string;
  readonly row: Row;
}

/** What has dates of its own: a training or an event. */
export interface SessionOwner extends Resource<'training' | 'event'>, Requirements {
  /** The machines that it teaches. */
  readonly machines: readonly { readonly id: string }[];
  readonly prices: readonly Price[];
  /** Of a whole session, and over how many days it is spread. */
  readonly minutes: number;
  readonly parts: number;
  readonly seats: number;
  readonly seatsPerBooking: number;
  /** Whether seats have names; null where some may. */
  readonly naming: string | null;
  /** Whether it takes place in rooms of ours. */
  readonly isHere: boolean;
}

/** As many categories as the index says, the full price first; a deleted category may still price something. */
export function makePrices(
  { categories }: Ground,
  { kind, id: ownerId, space: { currency }, life }: Resource<'training' | 'event'>,
  cents: number | null,
  index: number,
  random: Random,
): Price[] {
  if (cents === null) return [];
  const all = categories.filter(({ type }) => type === 'price');
  return all.slice(0, 1 + (index % all.length)).map((category, number) => {
    const id = random.uuidV7(life.createdAt);
    const row = {
      id,
      category_id: category.id,
      amount_in_cents: Math.max(0, Math.round((cents * (10 - 2 * number)) / 1000) * 100),
      currency,
      training_id: kind === 'training' ? ownerId : null,
      event_id: kind === 'event' ? ownerId : null,
    };
    return { id, row };
  });
}
