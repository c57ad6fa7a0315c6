import type { SubscriptionState } from '@resource-catalogue/contracts';
import { within } from './blocks/lifecycle.js';
import type { Member } from './members.js';
import { endOf, type Plan } from './plans.js';
import { itemAt, type Random, type Stream } from './random/prng.js';
import { uuidV7 } from './random/uuid-v7.js';
import { type SeedTable, table } from './table.js';
import type { Clock } from './time/clock.js';
import { addMonths, day, hour, instantText, instantTextOrNull } from './time/units.js';

/** When a subscription holds, and what has become of it. */
interface Term {
  readonly state: SubscriptionState;
  readonly startsAt: number;
  readonly endsAt: number | null;
  readonly renews: boolean;
  readonly pausedAt: number | null;
  readonly canceledAt: number | null;
}

const counts = [1, 2, 0, 1, 1];
const currentStates = ['active', 'active', 'paused', 'active', 'pending', 'active', 'canceled', 'expired'] as const;

/** A member has a few, one after another; only the newest may be active (the rule of Member.current_subscription). */
export function subscriptionsTable(
  clock: Clock,
  members: readonly Member[],
  plans: readonly Plan[],
  root: Stream,
): SeedTable {
  const stream = root.child('subscriptions');
  return table('subscriptions', function* () {
    for (const [index, member] of members.entries()) {
      const count = itemAt(counts, index);
      for (let number = 0; number < count; number++) {
        const newest = number === count - 1 && member.until === Infinity;
        const state = newest ? itemAt(currentStates, Math.floor(index / 2)) : index % 2 === 0 ? 'expired' : 'canceled';
        yield subscriptionRow(clock, member, plans, state, index, stream.at(index, number));
      }
    }
  });
}

function subscriptionRow(
  clock: Clock,
  member: Member,
  plans: readonly Plan[],
  state: SubscriptionState,
  index: number,
  random: Random,
) {
  const offered = plans.filter((candidate) => isFor(candidate, member, state));
  const long = offered.filter(({ words }) => words.renewal === 'automatic');
  const plan = random.pick(long.length > 0 && index % 4 !== 3 ? long : offered);
  const since = member.life.createdAt;
  const term = termOf(clock, since, plan, state, index, random);
  const latest = Math.min(term.startsAt, clock.at);
  const createdAt = within(random, Math.max(since, latest - 30 * day), latest);
  const over = term.state === 'expired' ? (term.endsAt ?? 0) : 0;
  const updatedAt = Math.max(
    createdAt,
    term.pausedAt ?? 0,
    term.canceledAt ?? 0,
    over,
    index % 4 === 1 ? clock.conversion : 0,
  );
  return {
    id: uuidV7(createdAt, random),
    member_id: member.id,
    group_id: index % 7 === 3 ? null : (member.group?.id ?? null),
    plan_id: plan.id,
    state,
    starts_at: instantText(term.startsAt),
    ends_at: instantTextOrNull(term.endsAt),
    canceled_at: instantTextOrNull(term.canceledAt),
    paused_at: instantTextOrNull(term.pausedAt),
    renews_automatically: term.renews,
    updated_at: instantText(updatedAt),
    created_at: instantText(createdAt),
  };
}

/** A plan for everyone or for the member's group; what is no longer sold still has its old subscriptions. */
function isFor({ groups, words }: Plan, { group }: Member, state: SubscriptionState): boolean {
  const sold = state === 'expired' || state === 'canceled' || (words.state === 'published' && !words.deleted);
  return sold && words.state !== 'draft' && (groups.length === 0 || groups.some((allowed) => allowed === group));
}

function termOf(
  clock: Clock,
  since: number,
  plan: Plan,
  state: SubscriptionState,
  index: number,
  random: Random,
): Term {
  const rest = { state, renews: false, pausedAt: null, canceledAt: null };
  switch (state) {
    case 'pending':
      return { ...rest, ...running(plan, monthStart(clock.at + random.between(31, 70) * day), index, clock.at) };
    case 'active':
      return { ...rest, ...started(clock, since, plan, index, random) };
    case 'paused': {
      const term = started(clock, since, plan, index, random);
      return { ...rest, ...term, pausedAt: within(random, Math.max(since, term.startsAt), clock.at) };
    }
    case 'canceled': {
      const startsAt = within(random, since, clock.at - hour);
      const endsAt = endOf(plan, startsAt);
      return { ...rest, startsAt, endsAt, canceledAt: within(random, startsAt, Math.min(clock.at, endsAt)) };
    }
    case 'expired': {
      const length = endOf(plan, clock.at) - clock.at;
      const latest = clock.at - length - 4 * day;
      const startsAt =
        index % 2 === 0 ? monthStart(latest - random.below(300) * day) : latest - random.below(200 * day);
      return { ...rest, startsAt, endsAt: endOf(plan, startsAt) };
    }
  }
}

/** Begun, and not over: a plan that renews itself began on the first of some month, another within its own length. */
function started(clock: Clock, since: number, plan: Plan, index: number, random: Random) {
  if (plan.words.renewal === 'automatic')
    return running(
      plan,
      monthStart(within(random, since - (index % 3 === 0 ? 400 * day : 0), index % 3 === 0 ? since : clock.at)),
      index,
      clock.at,
    );
  const length = endOf(plan, clock.at) - clock.at;
  const startsAt = Math.ceil((clock.at - random.below(Math.max(1, length - 4 * day))) / hour) * hour - hour;
  return { startsAt, endsAt: endOf(plan, startsAt), renews: false };
}

/** Half of what renews itself has no end; the rest ends when it renews next, or was told not to. */
function running(plan: Plan, startsAt: number, index: number, at: number) {
  if (plan.words.renewal === 'automatic' && index % 4 < 2) return { startsAt, endsAt: null, renews: true };
  let endsAt = endOf(plan, startsAt);
  while (endsAt <= at) endsAt = endOf(plan, endsAt);
  return { startsAt, endsAt, renews: plan.words.renewal === 'automatic' && index % 4 === 2 };
}

function monthStart(instant: number): number {
  const date = new Date(instant);
  return addMonths(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1), 0);
}
