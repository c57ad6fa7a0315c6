import type { Category } from './categories.js';
import type { Life } from './blocks/lifecycle.js';
import type { Random } from './random/prng.js';
import { uuidV7 } from './random/uuid-v7.js';
import { type SeedTable, table } from './table.js';

/** What one seat of a training or event costs, for the people of one category. */
export interface Price {
  readonly id: string;
  readonly category: Category;
  readonly cents: number;
  readonly currency: string;
}

/** As many categories as the index says, the full price first; a deleted category may still price something. */
export function makePrices(
  index: number,
  cents: number,
  currency: string,
  life: Life,
  random: Random,
  categories: readonly Category[],
): Price[] {
  return categories.slice(0, 1 + (index % categories.length)).map((category, number) => ({
    id: uuidV7(life.createdAt, random),
    category,
    cents: Math.max(0, Math.round((cents * (10 - 2 * number)) / 1000) * 100),
    currency,
  }));
}

interface Priced {
  readonly id: string;
  readonly prices: readonly Price[];
}

export function pricesTable(trainings: readonly Priced[], events: readonly Priced[]): SeedTable {
  const row = ({ id, category, cents, currency }: Price) => ({
    id,
    category_id: category.id,
    amount_in_cents: cents,
    currency,
  });
  return table('prices', () => [
    ...trainings.flatMap(({ id, prices }) =>
      prices.map((price) => ({ ...row(price), training_id: id, event_id: null })),
    ),
    ...events.flatMap(({ id, prices }) => prices.map((price) => ({ ...row(price), training_id: null, event_id: id }))),
  ]);
}
