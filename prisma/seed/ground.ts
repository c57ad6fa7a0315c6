import { makeCategories } from './categories.js';
import { makeEntities, makeProjectLists } from './entities.js';
import { makePlans } from './plans.js';
import { itemAt, Stream } from './random.js';
import { chooseWords } from './rare-words.js';
import { makeScale } from './scale.js';
import { Slugs } from './slugs.js';
import { makeSpaces } from './spaces.js';
import { clockAt } from './time/clock.js';

/** The input of a seed; the same options produce the same catalogue, byte by byte. */
export interface SeedOptions {
  readonly bookings: number;
  readonly seed: number;
  /** The present instant of the catalogue: no row was created later. */
  readonly at: Date;
  /** Adds texts that software often gets wrong: other scripts, emoji, markup, names of the maximum length. */
  readonly rare: boolean;
}

export type Ground = ReturnType<typeof makeGround>;

/** Creates the spaces and the lists that all other rows refer to. */
export function makeGround({ bookings, seed, at, rare }: SeedOptions) {
  const [clock, scale, root] = [clockAt(at.getTime()), makeScale(bookings), Stream.root(seed)];
  const [slugs, choose] = [new Slugs(), chooseWords(rare)];
  const spaces = makeSpaces({ clock, count: scale.spaces, root, slugs, rare, choose });
  const entities = makeEntities(clock, root, choose);
  const categories = makeCategories(clock, root, slugs, choose);
  return {
    rare,
    choose,
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
    plans: makePlans({ clock, root, slugs, categories, groups: entities.groups, spaces, rare, choose }),
    lists: makeProjectLists(clock, root, choose),
  };
}
