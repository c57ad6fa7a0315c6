import { type CategoryType, categoryTypes } from '@resource-catalogue/contracts';
import { withDeletion, type Life, lifeColumns, drawLife } from './blocks/lifecycle.js';
import type { Random, Stream } from './random.js';
import type { Slugs } from './slugs.js';
import type { Row } from './table.js';
import type { Clock } from './time/clock.js';

interface CategoryWords {
  readonly name: string;
  readonly slug?: string;
  readonly description?: string;
  readonly deleted?: boolean;
}

/** Words of the categories by type, in display order. */
export type CategoryLists = Readonly<Record<CategoryType, readonly CategoryWords[]>>;

export interface Category {
  readonly id: string;
  readonly type: CategoryType;
  readonly name: string;
  readonly row: Row;
}

export function makeCategories(clock: Clock, root: Stream, slugs: Slugs, listed: CategoryLists): Category[] {
  const stream = root.child('categories');
  const categories: Category[] = [];
  for (const type of categoryTypes) {
    for (const [index, words] of listed[type].entries()) {
      const { name, slug: wanted = name, description = null, deleted } = words;
      const random = stream.at(categories.length);
      const alive = lifeOfCategory(clock, random, categories.length);
      const life = deleted ? withDeletion(alive, clock, random) : alive;
      const id = random.uuidV7(life.createdAt);
      // Slugs are unique only within a type.
      const slug = slugs.take(`${type} category`, wanted, type);
      const row = { id, type, slug, name, description, position: index % 4, ...lifeColumns(life) };
      categories.push({ id, type, name, row });
    }
  }
  return categories;
}

function lifeOfCategory(clock: Clock, random: Random, index: number): Life {
  return { ...drawLife(clock, random, index), createdAt: clock.opening + (index % 5 === 4 ? index : 0) };
}

/** The first category of that type and name, deleted or not; null if `name` is null. */
export function categoryNamed(
  categories: readonly Category[],
  type: CategoryType,
  name: string | null,
): Category | null {
  if (name === null) return null;
  const found = categories.find((category) => category.type === type && category.name === name);
  if (!found) throw new RangeError(`Unknown ${type} category '${name}'.`);
  return found;
}
