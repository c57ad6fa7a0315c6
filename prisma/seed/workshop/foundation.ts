import { lifeColumns } from '../blocks/lifecycle.js';
import { type Category, type CategoryLists, categoryNamed, makeCategories } from '../categories.js';
import { type Entity, makeEntities, makeProjectLists } from '../entities.js';
import type { Plan } from '../plans.js';
import { Stream } from '../random.js';
import { Slugs } from '../slugs.js';
import type { Space } from '../spaces.js';
import { type Clock, clockAt, formatInstant } from '../time/clock.js';
import { OpeningHours, parseExceptions } from '../time/opening-hours.js';
import { Zone } from '../time/zone.js';
import { accessColumns, buyingColumns, publishedColumns, settledLife } from './columns.js';
import lists from './lists.json' with { type: 'json' };
import spaceWords from './spaces.json' with { type: 'json' };

export type Foundation = ReturnType<typeof makeFoundation>;

/** The two sites, and the lists that all other rows of the workshop refer to. */
export function makeFoundation(at: Date, seed: number) {
  const [clock, root, slugs] = [clockAt(at.getTime()), Stream.root(seed), new Slugs()];
  const categoryLists: CategoryLists = lists.categories;
  const categories = makeCategories(clock, root, slugs, categoryLists);
  const entities = makeEntities(clock, root, lists);
  return {
    ...{ clock, root, slugs, categories, entities },
    spaces: makeSites(clock, root, slugs),
    plans: makePlans(clock, root, slugs, categories, entities.groups),
    lists: makeProjectLists(clock, root, lists),
  };
}

function makeSites(clock: Clock, root: Stream, slugs: Slugs): Space[] {
  const life = settledLife(clock);
  const sites: Space[] = [];
  for (const [index, words] of spaceWords.entries()) {
    const { parent, picture, hours: lines, address, latitude, longitude, email, phone, website_url } = words;
    const zone = new Zone('Europe/Dublin');
    const hours = new OpeningHours(lines, parseExceptions(words.exceptions, clock, zone.dayOf(clock.at)));
    const id = root.child('spaces').at(index).uuidV7(life.createdAt);
    const row = {
      id,
      parent_id: parent === null ? null : (sites[parent]?.id ?? null),
      ...publishedColumns({ ...words, picture }, slugs.take('space', words.name), life),
      ...accessColumns,
      ...{ time_zone: zone.name, latitude, longitude, email, phone, website_url },
      address: JSON.stringify(address),
      opening_hours: JSON.stringify(hours.entries),
      opening_exceptions: JSON.stringify(hours.exceptions),
    };
    sites.push({ id, zone, hours, currency: 'EUR', stage: 'open', life, row });
  }
  return sites;
}

function makePlans(
  clock: Clock,
  root: Stream,
  slugs: Slugs,
  categories: readonly Category[],
  groups: readonly Entity[],
): Plan[] {
  const life = settledLife(clock);
  return lists.plans.map((words, index) => {
    const { name, category, count, unit, renewal, cents } = words;
    const id = root.child('plans').at(index).uuidV7(life.createdAt);
    const row = {
      id,
      category_id: categoryNamed(categories, 'plan', category)?.id ?? null,
      ...publishedColumns({ ...words, picture: 'membership' }, slugs.take('plan', name), life),
      ...buyingColumns('charged'),
      ...{ duration_unit: unit, duration_count: count, renewal_kind: renewal },
      ...{ amount_in_cents: cents, currency: 'EUR', position: index },
    };
    const names: readonly string[] = words.groups;
    return {
      ...{ id, spaces: [], duration: { count, unit }, renews: renewal === 'automatic', isDraft: false, isSold: true },
      groups: findByName(groups, names),
      row,
    };
  });
}

/** The rows with these names. */
export function findByName<Item extends { readonly row: Entity['row'] }>(
  items: readonly Item[],
  names: readonly string[],
): Item[] {
  return names.map((name) => {
    const found = items.find(({ row }) => row['name'] === name);
    if (!found) throw new RangeError(`The demo workshop has no ${name}.`);
    return found;
  });
}

/** Columns of a unit's state since that many days. */
export function stateColumns(
  clock: Clock,
  { state, note, days }: { readonly state: string; readonly note: string | null; readonly days: number | null },
) {
  const life = settledLife(clock);
  const changedAt = days === null ? life.createdAt : clock.at - days * 86_400_000 - 7_260_000;
  const updatedAt = Math.max(life.updatedAt, changedAt);
  return {
    ...{ state, state_note: note, state_changed_at: formatInstant(changedAt) },
    ...lifeColumns({ ...life, updatedAt }),
  };
}
