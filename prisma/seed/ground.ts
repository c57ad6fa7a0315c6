import { makeCategories } from './categories.js';
import { makeEntities, makeProjectLists } from './entities.js';
import { makePlans } from './plans.js';
import { itemAt, Stream } from './random.js';
import { makeScale } from './scale.js';
import { Slugs } from './slugs.js';
import { makeSpaces } from './spaces.js';
import { clockAt } from './time/clock.js';
import categoryWords from './words/categories.json' with { type: 'json' };
import entityWords from './words/entities.json' with { type: 'json' };
import projectLists from './words/project-lists.json' with { type: 'json' };

/** The input of a seed; the same options produce the same catalogue, byte by byte. */
export interface SeedOptions {
  readonly bookings: number;
  readonly seed: number;
  /** The present instant of the catalogue: no row was created later. */
  readonly at: Date;
  /**
   * A large catalogue for tests instead of the demo workshop: it has every case of the API, and texts that software
   * often gets wrong, such as other scripts, emoji, markup and names of the maximum length.
   */
  readonly rare: boolean;
}

export type Ground = ReturnType<typeof makeGround>;

/** Creates the spaces and the lists that all other rows refer to. */
export function makeGround({ bookings, seed, at }: Omit<SeedOptions, 'rare'>) {
  const [clock, scale, root] = [clockAt(at.getTime()), makeScale(bookings), Stream.root(seed)];
  const slugs = new Slugs();
  const spaces = makeSpaces({ clock, count: scale.spaces, root, slugs });
  const entities = makeEntities(clock, root, entityWords);
  const categories = makeCategories(clock, root, slugs, categoryWords);
  return {
    clock,
    scale,
    root,
    slugs,
    spaces,
    /** Spaces in use: neither closed nor still planned. */
    open: spaces.filter(({ stage }) => stage === 'open'),
    closed: spaces.find(({ stage }) => stage === 'closed') ?? itemAt(spaces, 0),
    entities,
    categories,
    plans: makePlans({ clock, root, slugs, categories, groups: entities.groups, spaces }),
    lists: makeProjectLists(clock, root, projectLists),
  };
}
