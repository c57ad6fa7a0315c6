import { type CategoryType, categoryTypes } from '@resource-catalogue/contracts';
import { ended, type Life, lifeColumns, lifeOf } from './blocks/lifecycle.js';
import { itemAt, type Random, type Stream } from './random/prng.js';
import { uuidV7 } from './random/uuid-v7.js';
import { Slugs } from './slugs.js';
import { type SeedTable, table } from './table.js';
import type { Clock } from './time/clock.js';
import file from './words/categories.json' with { type: 'json' };

interface CategoryWords {
  readonly name: string;
  readonly slug?: string;
  readonly description?: string;
  readonly deleted?: boolean;
}

/** By type, in the order in which people read them. `Other` comes in every type, and twice where it was deleted once. */
const categoryWords: Readonly<Record<CategoryType, readonly CategoryWords[]>> = file;

export interface Category {
  readonly id: string;
  readonly type: CategoryType;
  readonly slug: string;
  readonly position: number;
  readonly life: Life;
  readonly words: CategoryWords;
}

export function makeCategories(clock: Clock, root: Stream): Category[] {
  const stream = root.child('categories');
  const categories: Category[] = [];
  for (const type of categoryTypes) {
    // A slug is unique in its type only.
    const slugs = new Slugs();
    for (const [position, words] of categoryWords[type].entries()) {
      const random = stream.at(categories.length);
      const life = lifeOfCategory(clock, random, categories.length, words);
      const slug = slugs.take(words.slug ?? words.name, type);
      categories.push({ id: uuidV7(life.createdAt, random), type, slug, position: position % 4, life, words });
    }
  }
  return categories;
}

function lifeOfCategory(clock: Clock, random: Random, index: number, words: CategoryWords): Life {
  const life = { ...lifeOf(clock, random, index), createdAt: clock.opening + (index % 5 === 4 ? index : 0) };
  return words.deleted ? ended(life, clock, random) : life;
}

export function categoriesTable(categories: readonly Category[]): SeedTable {
  return table('categories', () =>
    categories.map(({ id, type, slug, position, life, words }) => ({
      id,
      type,
      slug,
      name: words.name,
      description: words.description ?? null,
      position,
      ...lifeColumns(life),
    })),
  );
}

/** Finds the category of a type and name; deleted ones stay referred to, so each can be asked for by its index, too. */
export class CategoryFinder {
  constructor(private readonly categories: readonly Category[]) {}

  of(type: CategoryType): Category[] {
    return this.categories.filter((category) => category.type === type);
  }

  at(type: CategoryType, index: number): Category {
    return itemAt(this.of(type), index);
  }

  named(type: CategoryType, name: string): Category {
    const found = this.of(type).find((category) => category.words.name === name);
    if (!found) throw new RangeError(`There is no ${type} category '${name}'.`);
    return found;
  }
}
