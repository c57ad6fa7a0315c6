import { buyingColumns } from './blocks/buying.js';
import { ended, type Life, lifeColumns, lifeOf, type Publication, publicationColumns } from './blocks/lifecycle.js';
import { imageJson, pageColumns } from './blocks/page.js';
import { type CategoryFinder } from './categories.js';
import type { Named } from './entities.js';
import type { Random, Stream } from './random/prng.js';
import { uuidV7 } from './random/uuid-v7.js';
import { Slugs } from './slugs.js';
import type { Space } from './spaces.js';
import { joinTable, type SeedTable, table } from './table.js';
import type { Clock } from './time/clock.js';
import { addMonths, day } from './time/units.js';
import { type PlanWords, planWords } from './words/plan-words.js';

export interface Plan {
  readonly id: string;
  readonly slug: string;
  readonly category: { readonly id: string } | null;
  readonly groups: readonly Named[];
  readonly spaces: readonly Space[];
  readonly life: Life;
  readonly publication: Publication;
  readonly words: PlanWords;
}

interface Around {
  readonly clock: Clock;
  readonly categories: CategoryFinder;
  readonly groups: readonly Named[];
  readonly spaces: readonly Space[];
}

export function makePlans({ clock, categories, groups, spaces }: Around, root: Stream): Plan[] {
  const stream = root.child('plans');
  const slugs = new Slugs();
  return planWords.map((words, index) => {
    const random = stream.at(index);
    const life = lifeOfPlan(clock, random, index, words);
    return {
      id: uuidV7(life.createdAt, random),
      slug: slugs.take(words.slug ?? words.name, 'plan'),
      category: words.category === null ? null : categories.named('plan', words.category),
      groups: groups.filter((_, group) => words.groups.includes(group)),
      spaces: spaces.filter((_, space) => words.spaces.includes(space)),
      life,
      publication: { state: words.state, publishedAt: words.state === 'draft' ? null : life.createdAt },
      words,
    };
  });
}

/** What is sold was there from the opening on; a draft is new. */
function lifeOfPlan(clock: Clock, random: Random, index: number, { state, deleted }: PlanWords): Life {
  const life = lifeOf(clock, random, index, state === 'draft' ? clock.conversion : clock.opening);
  const sold = state === 'draft' ? life : { ...life, createdAt: clock.opening };
  return deleted ? ended(sold, clock, random) : sold;
}

/** When a subscription that begins then is over. */
export function endOf(plan: Plan, startsAt: number): number {
  const { count, unit } = plan.words.duration;
  switch (unit) {
    case 'day':
      return startsAt + count * day;
    case 'week':
      return startsAt + count * 7 * day;
    case 'month':
      return addMonths(startsAt, count);
    case 'year':
      return addMonths(startsAt, 12 * count);
  }
}

export function planTables(plans: readonly Plan[]): SeedTable[] {
  return [
    table('plans', () => plans.map(planRow)),
    joinTable('plan_groups', ['plan_id', 'group_id'], plans, ({ id, groups }) => ({ id, items: groups })),
    joinTable('plan_spaces', ['plan_id', 'space_id'], plans, ({ id, spaces }) => ({ id, items: spaces })),
  ];
}

function planRow(plan: Plan, index: number) {
  const { words, slug, life } = plan;
  const { name, summary, description } = words;
  const image = index % 3 === 1 ? imageJson('plans', slug) : null;
  return {
    id: plan.id,
    category_id: plan.category?.id ?? null,
    ...pageColumns({ slug, name, summary, html: description?.html ?? null, image }),
    ...publicationColumns(plan.publication),
    ...buyingColumns(index, words.pricing, `plans/${slug}`),
    duration_unit: words.duration.unit,
    duration_count: words.duration.count,
    renewal_kind: words.renewal,
    amount_in_cents: words.price?.cents ?? null,
    currency: words.price?.currency ?? null,
    position: words.position,
    ...lifeColumns(life),
  };
}
