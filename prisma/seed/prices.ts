import type { Ground } from './ground.js';
import type { Random } from './random.js';
import type { Requirements, Resource } from './resources.js';
import type { Row } from './table.js';

/** The price of one seat of a training or event for one category of people. */
interface Price {
  readonly id: string;
  readonly row: Row;
}

/** A training or an event, which both have sessions. */
export interface SessionOwner extends Resource<'training' | 'event'>, Requirements {
  /** The machines that a training teaches. */
  readonly machines: readonly { readonly id: string }[];
  readonly prices: readonly Price[];
  /** Duration of a whole session, and the number of days it is spread over. */
  readonly minutes: number;
  readonly parts: number;
  readonly seats: number;
  readonly seatsPerBooking: number;
  /** Whether seats have names; null if some may. */
  readonly naming: string | null;
  /** Whether it takes place in the space itself. */
  readonly isHere: boolean;
}

/**
 * Prices for the first categories, as many as determined by the index, full price first; deleted categories may
 * have prices.
 */
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
