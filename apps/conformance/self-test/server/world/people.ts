import { memberStates, subscriptionStates, userRoles, userStates } from '@resource-catalogue/contracts';
import { idOf, type JsonObject, type Row, summaryOf } from '../json.js';
import { identity, person, picture, ref, refs, softDeletion } from './blocks.js';
import type { Foundations } from './bookables.js';
import { day, Stamps, timeOf, wire } from './clock.js';
import { type Dice, inTurn } from './dice.js';
import { countTo } from './size.js';
import { firstNames, lastNames } from './words.js';

const named = (index: number): JsonObject => ({
  first_name: inTurn(firstNames, index * 3),
  last_name: inTurn(lastNames, index),
});

/** Every other user with an even index is the account of the member with the same index. */
const areOne = (index: number): boolean => index % 4 < 2;

function userBases(dice: Dice, foundations: Foundations, count: number): Row[] {
  const stamps = new Stamps(dice, '2024-10-01T00:00:00.000Z', count);
  return countTo(count).map((index) => {
    const own = identity(dice, stamps);
    const deletion = softDeletion(own, index);
    // A deleted account may have the address of a live one (section 8, users).
    const address = deletion['soft_deleted_at'] === null ? index : index - 1;
    return {
      ...own,
      email: `${index % 3 === 0 ? 'User' : 'user'}.${address}@example.org`,
      ...named(index),
      role: inTurn(userRoles, index),
      state: inTurn(userStates, index + Math.floor(index / 5)),
      locale: index % 2 === 0 ? 'en-GB' : 'de',
      time_zone: index % 3 === 0 ? null : 'Europe/Berlin',
      member: null,
      spaces: refs(dice.some(foundations.spaces, 3)),
      last_sign_in_at: index % 3 === 2 ? null : own.updated_at,
      ...deletion,
    };
  });
}

function memberBases(dice: Dice, foundations: Foundations, count: number): Row[] {
  const stamps = new Stamps(dice, '2024-11-01T00:00:00.000Z', count);
  return countTo(count).map((index) => {
    const own = identity(dice, stamps);
    const group = dice.pickOrNull(foundations.groups, 0.7);
    const space = dice.pickOrNull(foundations.spaces, 0.7);
    return {
      ...own,
      number: `M ${index % 2 === 0 ? index : `0${index}`}`,
      group: group && ref(group),
      space: space && ref(space),
      ...named(index + 3),
      email: index % 3 === 0 ? null : `member.${index % 20}@example.org`,
      phone: index % 2 === 0 ? null : '+49 40 5550 100',
      birthdate: index % 4 === 0 ? null : `19${60 + (index % 40)}-12-31`,
      job_title: index % 3 === 1 ? null : 'Joiner',
      organization_name: index % 3 === 2 ? null : 'Harbour Ltd',
      address: index % 4 === 3 ? null : { street: null, postal_code: '20457', city: 'Hamburg', country_code: 'DE' },
      locale: 'en',
      image: picture(own.id, index),
      state: inTurn(memberStates, index),
      accreditations: dice.some(foundations.accreditations, 3).map((accreditation, at) => ({
        ...ref(accreditation),
        obtained_at: own.created_at,
        expires_at: at === 1 ? null : wire(timeOf(own.created_at) + 365 * day),
      })),
      joined_at: own.created_at,
      ...softDeletion(own, index),
    };
  });
}

export interface People {
  readonly users: readonly Row[];
  readonly members: readonly Row[];
}

export function people(dice: Dice, foundations: Foundations, count: number): People {
  const users = userBases(dice, foundations, count);
  const members = memberBases(dice, foundations, count);
  const memberOf = (index: number): Row | undefined => (areOne(index) ? members[index] : undefined);
  const userOf = (index: number): Row | undefined => (areOne(index) ? users[index] : undefined);
  return {
    users: users.map((user, index) => ({ ...user, member: partner(memberOf(index), person) })),
    members: members.map((member, index) => ({
      ...member,
      user: partner(userOf(index), (user) => summaryOf(user, 'email')),
    })),
  };
}

const partner = (row: Row | undefined, summary: (row: Row) => JsonObject): JsonObject | null =>
  row === undefined ? null : summary(row);

export function subscriptions(
  dice: Dice,
  members: readonly Row[],
  { plans, groups }: { readonly plans: readonly Row[]; readonly groups: readonly Row[] },
  count: number,
): Row[] {
  const stamps = new Stamps(dice, '2025-01-01T00:00:00.000Z', count);
  const active = new Set<string>();
  return countTo(count).map((index) => {
    const own = identity(dice, stamps);
    const member = dice.pick(members);
    const wished = inTurn(subscriptionStates, index);
    // A member has at most one active subscription (section 8, members).
    const state = wished === 'active' && active.has(member.id) ? 'expired' : wished;
    if (state === 'active') active.add(member.id);
    const group = dice.pickOrNull(groups, 0.6);
    const renews = index % 2 === 0;
    return {
      ...own,
      member: person(member),
      group: group && ref(group),
      plan: ref(dice.pick(plans)),
      state,
      starts_at: own.created_at,
      ends_at: renews && index % 3 !== 0 ? null : wire(timeOf(own.created_at) + (30 + (index % 5)) * day),
      canceled_at: state === 'canceled' ? own.updated_at : null,
      paused_at: state === 'paused' ? own.updated_at : null,
      renews_automatically: renews,
    };
  });
}

export function withSubscriptions(members: readonly Row[], subscriptions: readonly Row[]): Row[] {
  const current = new Map(
    subscriptions
      .filter(({ state }) => state === 'active')
      .map((row) => [idOf(row['member']), { id: row.id, plan: row['plan'] ?? null }]),
  );
  return members.map((member) => ({ ...member, current_subscription: current.get(member.id) ?? null }));
}
