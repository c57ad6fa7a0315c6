import type { SubscriptionState } from '@resource-catalogue/contracts';
import { within } from './blocks/lifecycle.js';
import type { Ground } from './ground.js';
import type { Member } from './members.js';
import { planEnd, type Plan } from './plans.js';
import { itemAt, type Random } from './random.js';
import { type SeedTable, table } from './table.js';
import { type Clock, day, hour, formatInstant, formatInstantOrNull, monthStart } from './time/clock.js';

/** When a subscription is valid, and when it was paused or canceled. */
interface Term {
  readonly startsAt: number;
  readonly endsAt: number | null;
  readonly renews?: boolean;
  readonly pausedAt?: number;
  readonly canceledAt?: number;
}

const counts = [1, 2, 0, 1, 1];
const currentStates = ['active', 'active', 'paused', 'active', 'pending', 'active', 'canceled', 'expired'] as const;

type Around = Pick<Ground, 'clock' | 'plans' | 'root'>;

/** Up to two subscriptions per member, of which only the newest may be active (Member.current_subscription). */
export function subscriptionsTable(ground: Around & { readonly members: readonly Member[] }): SeedTable {
  const stream = ground.root.child('subscriptions');
  return table('subscriptions', function* () {
    for (const [index, member] of ground.members.entries()) {
      const count = itemAt(counts, index);
      for (let number = 0; number < count; number++) {
        const newest = number === count - 1 && member.until === Infinity;
        const state = newest ? itemAt(currentStates, Math.floor(index / 2)) : index % 2 === 0 ? 'expired' : 'canceled';
        yield subscriptionRow(ground, member, state, index, stream.at(index, number));
      }
    }
  });
}

function subscriptionRow(
  { clock, plans }: Around,
  member: Member,
  state: SubscriptionState,
  index: number,
  random: Random,
) {
  const offered = plans.filter((candidate) => isFor(candidate, member, state));
  const long = offered.filter(({ renews }) => renews);
  const plan = random.pick(long.length > 0 && index % 4 !== 3 ? long : offered);
  const since = member.life.createdAt;
  const {
    startsAt,
    endsAt,
    renews = false,
    pausedAt = null,
    canceledAt = null,
  } = drawTerm(clock, since, plan, state, index, random);
  const latest = Math.min(startsAt, clock.at);
  const createdAt = within(random, Math.max(since, latest - 30 * day), latest);
  const over = state === 'expired' ? (endsAt ?? 0) : 0;
  const converted = index % 4 === 1 ? clock.conversion : 0;
  return {
    id: random.uuidV7(createdAt),
    member_id: member.id,
    group_id: index % 7 === 3 ? null : (member.group?.id ?? null),
    plan_id: plan.id,
    state,
    starts_at: formatInstant(startsAt),
    ends_at: formatInstantOrNull(endsAt),
    canceled_at: formatInstantOrNull(canceledAt),
    paused_at: formatInstantOrNull(pausedAt),
    renews_automatically: renews,
    updated_at: formatInstant(Math.max(createdAt, pausedAt ?? 0, canceledAt ?? 0, over, converted)),
    created_at: formatInstant(createdAt),
  };
}

/** A plan for everyone or for the member's group; old subscriptions may have a plan that is no longer sold. */
function isFor({ groups, isSold, isDraft }: Plan, { group }: Member, state: SubscriptionState): boolean {
  const sold = state === 'expired' || state === 'canceled' || isSold;
  return sold && !isDraft && (groups.length === 0 || groups.some((allowed) => allowed === group));
}

function drawTerm(
  clock: Clock,
  since: number,
  plan: Plan,
  state: SubscriptionState,
  index: number,
  random: Random,
): Term {
  switch (state) {
    case 'pending':
      return endOfCurrentTerm(plan, monthStart(clock.at + random.between(31, 70) * day), index, clock.at);
    case 'active':
      return currentTerm(clock, since, plan, index, random);
    case 'paused': {
      const term = currentTerm(clock, since, plan, index, random);
      return { ...term, pausedAt: within(random, Math.max(since, term.startsAt), clock.at) };
    }
    case 'canceled': {
      const startsAt = within(random, since, clock.at - hour);
      const endsAt = planEnd(plan, startsAt);
      return { startsAt, endsAt, canceledAt: within(random, startsAt, Math.min(clock.at, endsAt)) };
    }
    case 'expired': {
      const latest = clock.at - planLength(plan, clock.at) - 4 * day;
      const startsAt =
        index % 2 === 0 ? monthStart(latest - random.below(300) * day) : latest - random.below(200 * day);
      return { startsAt, endsAt: planEnd(plan, startsAt) };
    }
  }
}

const planLength = (plan: Plan, from: number): number => planEnd(plan, from) - from;

/**
 * The start of a current subscription: the first of a month if its plan renews itself, otherwise within the plan's
 * length.
 */
function currentTerm({ at }: Clock, since: number, plan: Plan, index: number, random: Random): Term {
  if (plan.renews) {
    const isOld = index % 3 === 0;
    const begun = within(random, since - (isOld ? 400 * day : 0), isOld ? since : at);
    return endOfCurrentTerm(plan, monthStart(begun), index, at);
  }
  const sinceStart = random.below(Math.max(1, planLength(plan, at) - 4 * day));
  const startsAt = Math.ceil((at - sinceStart) / hour) * hour - hour;
  return { startsAt, endsAt: planEnd(plan, startsAt) };
}

/** Half of the self-renewing subscriptions have no end; the others end at their next renewal or were terminated. */
function endOfCurrentTerm(plan: Plan, startsAt: number, index: number, at: number): Term {
  if (plan.renews && index % 4 < 2) return { startsAt, endsAt: null, renews: true };
  let endsAt = planEnd(plan, startsAt);
  while (endsAt <= at) endsAt = planEnd(plan, endsAt);
  return { startsAt, endsAt, renews: plan.renews && index % 4 === 2 };
}
