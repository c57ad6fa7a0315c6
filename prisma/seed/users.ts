import type { UserRole } from '@resource-catalogue/contracts';
import { withDeletion, type Life, lifeColumns, drawLife, within } from './blocks/lifecycle.js';
import type { Ground } from './ground.js';
import type { Member } from './members.js';
import type { People, Person } from './people.js';
import { itemAt, type Random } from './random.js';
import type { Space } from './spaces.js';
import { joinTable, type Row, type SeedTable, table } from './table.js';
import { day, formatInstantOrNull } from './time/clock.js';

export interface User {
  readonly id: string;
  readonly role: UserRole;
  readonly spaces: readonly Space[];
  readonly life: Life;
  readonly row: Row;
}

const rosters: readonly (readonly [role: UserRole, people: number])[] = [
  ['admin', 4],
  ['manager', 10],
  ['trainer', 20],
  ['partner', 11],
];
const roles = rosters.flatMap(([role, people]) => Array.from({ length: people }, () => role));
const seasons = 10;

/** The staff of the catalogue; its front desk got a new account each season, always with the same e-mail address. */
export function makeStaff({ clock, root, open }: Ground, people: People): User[] {
  const [stream, accounts] = [root.child('staff'), root.child('staff accounts')];
  const staff = roles.map((role, index): User => {
    const random = stream.at(index);
    const person = people.anyone(random);
    const alive = { ...drawLife(clock, random, index), createdAt: clock.opening };
    const life = index % 15 === 14 ? withDeletion(alive, clock, random) : alive;
    const id = random.uuidV7(life.createdAt);
    const spaces = managedSpaces(role, index, random, open);
    const row = userRow(id, nameColumns(person), role, life, index, accountZones, accounts.at(index));
    return { id, role, spaces, life, row };
  });
  for (let season = 0; season < seasons; season++) {
    const index = staff.length;
    staff.push(frontDesk(clock.opening, season, stream.at(season, 1), index, accounts.at(index)));
  }
  return staff;
}

function managedSpaces(role: UserRole, index: number, random: Random, spaces: readonly Space[]): readonly Space[] {
  if (role === 'admin') return spaces;
  if (role === 'manager') return random.sample(spaces, 1 + (index % 4));
  return index % 5 === 0 ? [random.pick(spaces)] : [];
}

function frontDesk(opening: number, season: number, random: Random, index: number, account: Random): User {
  const createdAt = opening + season * 50 * day;
  const deletedAt = season === seasons - 1 ? null : createdAt + 50 * day;
  const life = { createdAt, updatedAt: deletedAt ?? createdAt, deletedAt };
  const email = deletedAt === null ? 'Reception@harbour.example.org' : 'reception@harbour.example.org';
  const names = { email, first_name: 'Front', last_name: 'Desk', locale: 'de-DE' };
  const id = random.uuidV7(createdAt);
  return {
    id,
    role: 'partner',
    spaces: [],
    life,
    row: userRow(id, names, 'partner', life, index, accountZones, account),
  };
}

/** Users who can lead a session. */
export function listTeachers(staff: readonly User[]): User[] {
  return staff.filter(({ life, role }) => life.deletedAt === null && (role === 'trainer' || role === 'manager'));
}

interface Accounts extends Pick<Ground, 'clock' | 'root'> {
  readonly staff: readonly User[];
  readonly members: readonly Member[];
  /** Time zones to choose from for accounts; null for none. */
  readonly zones: readonly (string | null)[];
}

export function userTables({ clock, root, staff, members, zones }: Accounts): SeedTable[] {
  const stream = root.child('member accounts');
  return [
    table('users', function* () {
      for (const { row } of staff) yield row;
      for (const [index, { id: member_id, person, life: membership }] of members.entries()) {
        if (index % 20 === 11) continue;
        const random = stream.at(index);
        // The account may be newer than the membership and may outlive it.
        const alive = drawLife(clock, random, index, membership.createdAt);
        const life = membership.deletedAt === null || index % 3 === 0 ? alive : withDeletion(alive, clock, random);
        const id = random.uuidV7(life.createdAt);
        const email = index % 23 === 6 ? `account+${person.email}` : person.email;
        yield { ...userRow(id, nameColumns({ ...person, email }), 'member', life, index, zones, random), member_id };
      }
    }),
    joinTable('user_spaces', 'user_id', 'space_id', staff, ({ spaces }) => spaces),
  ];
}

const states = ['active', 'active', 'active', 'invited', 'active', 'active', 'locked'];
export const accountZones = [
  'Europe/Berlin',
  null,
  'Asia/Kolkata',
  null,
  'America/Argentina/Buenos_Aires',
  'Pacific/Chatham',
  null,
];

export function nameColumns({ email, first, last, origin }: Person) {
  return { email, first_name: first, last_name: last, locale: origin.locale };
}

export function userRow(
  id: string,
  names: Row,
  role: UserRole,
  life: Life,
  index: number,
  zones: Accounts['zones'],
  random: Random,
) {
  const state = itemAt(states, index);
  const signedInAt = state === 'invited' || index % 9 === 4 ? null : within(random, life.createdAt, life.updatedAt);
  return {
    id,
    ...names,
    role,
    state,
    time_zone: itemAt(zones, index),
    member_id: null,
    last_sign_in_at: formatInstantOrNull(signedInAt),
    ...lifeColumns(life),
  };
}
