import { withDeletion, type Life, lifeColumns, drawLife } from './blocks/lifecycle.js';
import { buyingColumns, pageColumns } from './blocks/page.js';
import { type Category, categoryNamed } from './categories.js';
import { itemsAt, type Entity } from './entities.js';
import type { Random, Stream } from './random.js';
import type { Slugs } from './slugs.js';
import type { Space } from './spaces.js';
import { joinTable, type Row, type SeedTable, toTable } from './table.js';
import { addMonths, type Clock, day, formatInstant } from './time/clock.js';
import file from './words/plans.json' with { type: 'json' };

const everyone = { slug: null, groups: [], spaces: [], deleted: false, state: 'published', renewal_kind: 'none' };

/** One membership for each tariff group, and the other plans. */
const listWords = (groups: number) => [
  ...file.monthlyCents.slice(0, groups).map((cents, group) => ({
    ...everyone,
    ...file.monthly,
    groups: [group],
    amount_in_cents: cents,
    currency: 'EUR',
  })),
  ...file.others.map((words) => ({ ...everyone, ...words })),
];

export interface Plan {
  readonly id: string;
  readonly groups: readonly Entity[];
  readonly spaces: readonly Space[];
  readonly duration: { readonly count: number; readonly unit: string };
  readonly renews: boolean;
  readonly isDraft: boolean;
  readonly isSold: boolean;
  readonly row: Row;
}

interface Around extends Pick<Plan, 'groups' | 'spaces'> {
  readonly clock: Clock;
  readonly root: Stream;
  readonly slugs: Slugs;
  readonly categories: readonly Category[];
}

export function makePlans({ clock, root, slugs, categories, ...around }: Around): Plan[] {
  const stream = root.child('plans');
  return listWords(around.groups.length).map((words, index) => {
    const {
      name,
      slug: wanted,
      category,
      summary,
      description,
      pricing,
      groups,
      spaces,
      state,
      deleted,
      ...columns
    } = words;
    const random = stream.at(index);
    const isDraft = state === 'draft';
    const life = lifeOfPlan(clock, random, index, isDraft, deleted);
    const id = random.uuidV7(life.createdAt);
    const slug = slugs.take('plan', wanted ?? name);
    const row = {
      id,
      category_id: categoryNamed(categories, 'plan', category)?.id ?? null,
      ...pageColumns({ name, summary, description }, 'plans', slug, index % 3 === 1),
      publication_state: state,
      published_at: isDraft ? null : formatInstant(life.createdAt),
      ...buyingColumns(index, pricing, `plans/${slug}`),
      ...columns,
      ...lifeColumns(life),
    };
    return {
      id,
      groups: itemsAt(around.groups, groups),
      spaces: itemsAt(around.spaces, spaces),
      duration: { count: columns.duration_count, unit: columns.duration_unit },
      renews: columns.renewal_kind === 'automatic',
      isDraft,
      isSold: state === 'published' && !deleted,
      row,
    };
  });
}

/** Plans on sale were created at the opening; a draft is new. */
function lifeOfPlan(clock: Clock, random: Random, index: number, isDraft: boolean, isDeleted: boolean): Life {
  const life = drawLife(clock, random, index, isDraft ? clock.conversion : clock.opening);
  const sold = isDraft ? life : { ...life, createdAt: clock.opening };
  return isDeleted ? withDeletion(sold, clock, random) : sold;
}

/** When a subscription that begins at that time ends. */
export function planEnd({ duration: { count, unit } }: Plan, startsAt: number): number {
  if (unit === 'day') return startsAt + count * day;
  if (unit === 'week') return startsAt + count * 7 * day;
  return addMonths(startsAt, unit === 'year' ? 12 * count : count);
}

export function planTables(plans: readonly Plan[]): SeedTable[] {
  return [
    toTable('plans', plans),
    joinTable('plan_groups', 'plan_id', 'group_id', plans, ({ groups }) => groups),
    joinTable('plan_spaces', 'plan_id', 'space_id', plans, ({ spaces }) => spaces),
  ];
}
