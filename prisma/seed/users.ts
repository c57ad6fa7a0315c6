import type { UserRole, UserState } from '@resource-catalogue/contracts';
import { ended, type Life, lifeColumns, lifeOf, within } from './blocks/lifecycle.js';
import type { Member } from './members.js';
import type { People } from './people.js';
import { itemAt, type Random, type Stream } from './random/prng.js';
import { uuidV7 } from './random/uuid-v7.js';
import type { Space } from './spaces.js';
import { joinTable, type SeedTable, table } from './table.js';
import type { Clock } from './time/clock.js';
import { day, instantTextOrNull } from './time/units.js';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly first: string;
  readonly last: string;
  readonly role: UserRole;
  readonly locale: string;
  readonly spaces: readonly Space[];
  readonly life: Life;
}

interface Around {
  readonly clock: Clock;
  readonly spaces: readonly Space[];
  readonly people: People;
}

const rosters: readonly (readonly [role: UserRole, people: number])[] = [
  ['admin', 4],
  ['manager', 10],
  ['trainer', 20],
  ['partner', 11],
];

/** The staff of the catalogue; its front desk got a new account each season, always with the same address. */
export function makeStaff({ clock, spaces, people }: Around, root: Stream): User[] {
  const stream = root.child('staff');
  const roles = rosters.flatMap(([role, count]) => Array.from({ length: count }, () => role));
  const staff = roles.map((role, index): User => {
    const random = stream.at(index);
    const { first, last, email, origin } = people.anyone(random);
    const alive = { ...lifeOf(clock, random, index), createdAt: clock.opening };
    const life = index % 15 === 14 ? ended(alive, clock, random) : alive;
    return {
      id: uuidV7(life.createdAt, random),
      email,
      first,
      last,
      role,
      locale: origin.locale,
      spaces: managed(role, index, random, spaces),
      life,
    };
  });
  return [...staff, ...Array.from({ length: 10 }, (_, season) => frontDesk(clock, season, stream.at(season, 1)))];
}

function managed(role: UserRole, index: number, random: Random, spaces: readonly Space[]): readonly Space[] {
  if (role === 'admin') return spaces;
  if (role === 'manager') return random.sample(spaces, 1 + (index % 4));
  return index % 5 === 0 ? [random.pick(spaces)] : [];
}

function frontDesk(clock: Clock, season: number, random: Random): User {
  const createdAt = clock.opening + season * 50 * day;
  const deletedAt = season === 9 ? null : createdAt + 50 * day;
  const life = { createdAt, updatedAt: deletedAt ?? createdAt, deletedAt };
  const email = season === 9 ? 'Reception@harbour.example.org' : 'reception@harbour.example.org';
  return {
    id: uuidV7(createdAt, random),
    email,
    first: 'Front',
    last: 'Desk',
    role: 'partner',
    locale: 'de-DE',
    spaces: [],
    life,
  };
}

/** Those who can stand before a session. */
export function teachersOf(staff: readonly User[]): User[] {
  return staff.filter((user) => user.life.deletedAt === null && (user.role === 'trainer' || user.role === 'manager'));
}

const zones = ['Europe/Berlin', null, 'Asia/Kolkata', null, 'America/Argentina/Buenos_Aires', 'Pacific/Chatham', null];

export function userTables(
  clock: Clock,
  staff: readonly User[],
  members: readonly Member[],
  root: Stream,
): SeedTable[] {
  const [staffStream, memberStream] = [root.child('staff accounts'), root.child('member accounts')];
  return [
    table('users', function* () {
      for (const [index, user] of staff.entries()) yield userRow(user, null, index, staffStream.at(index));
      for (const [index, member] of members.entries()) {
        const random = memberStream.at(index);
        if (index % 20 !== 11) yield userRow(accountOf(clock, member, index, random), member, index, random);
      }
    }),
    joinTable('user_spaces', ['user_id', 'space_id'], staff, ({ id, spaces }) => ({ id, items: spaces })),
  ];
}

/** Mostly with the member's own address; the account may be younger than the membership and may outlive it. */
function accountOf(clock: Clock, { person, life: membership }: Member, index: number, random: Random): User {
  const alive = lifeOf(clock, random, index, membership.createdAt);
  const life = membership.deletedAt === null || index % 3 === 0 ? alive : ended(alive, clock, random);
  return {
    id: uuidV7(life.createdAt, random),
    email: index % 23 === 6 ? `account+${person.email}` : person.email,
    first: person.first,
    last: person.last,
    role: 'member',
    locale: person.origin.locale,
    spaces: [],
    life,
  };
}

function userRow(user: User, member: Member | null, index: number, random: Random) {
  const { createdAt, updatedAt } = user.life;
  const state: UserState = itemAt(
    ['active', 'active', 'active', 'invited', 'active', 'active', 'locked'] as const,
    index,
  );
  const signedInAt = state === 'invited' || index % 9 === 4 ? null : within(random, createdAt, updatedAt);
  return {
    id: user.id,
    email: user.email,
    first_name: user.first,
    last_name: user.last,
    role: user.role,
    state,
    locale: user.locale,
    time_zone: itemAt(zones, index),
    member_id: member?.id ?? null,
    last_sign_in_at: instantTextOrNull(signedInAt),
    ...lifeColumns(user.life),
  };
}
