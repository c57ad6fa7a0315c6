import type { MemberState } from '@resource-catalogue/contracts';
import { ended, type Life, lifeColumns, lifeOf, within } from './blocks/lifecycle.js';
import { imageJson } from './blocks/page.js';
import type { Entities, Named } from './entities.js';
import type { People, Person } from './people.js';
import { itemAt, type Random, type Stream } from './random/prng.js';
import { uuidV7 } from './random/uuid-v7.js';
import type { Space } from './spaces.js';
import { type SeedTable, table } from './table.js';
import type { Clock } from './time/clock.js';
import { addMonths, day, dayText, instantText, instantTextOrNull } from './time/units.js';
import occupations from './words/occupations.json' with { type: 'json' };

export interface Member {
  readonly id: string;
  readonly number: string;
  readonly person: Person;
  readonly group: Named | null;
  readonly space: Space | null;
  readonly state: MemberState;
  readonly life: Life;
  readonly joinedAt: number;
  /** From when to when this person books. */
  readonly from: number;
  readonly until: number;
}

interface Around {
  readonly clock: Clock;
  readonly entities: Entities;
  readonly spaces: readonly Space[];
  readonly people: People;
}

/** The hundredth and following ones have rare names, so that the first pages look like any workshop. */
const firstRare = 100;
const rareNumbers = [
  'M-2019-0417,A',
  '12 345',
  'm-0001',
  'É-1',
  '００７',
  '𝟙𝟚',
  '"8"',
  '50%',
  'a\\b',
  'N'.padEnd(200, '0'),
];

export function makeMembers(around: Around, count: number, root: Stream): Member[] {
  const stream = root.child('members');
  return Array.from({ length: count }, (_, index) => memberAt(around, index, stream.at(index)));
}

function memberAt({ clock, entities, spaces, people }: Around, index: number, random: Random): Member {
  const alive = lifeOf(clock, random, index);
  const life = index % 20 === 13 ? ended(alive, clock, random) : alive;
  const state = stateAt(index);
  const joinedAt = joinedAtOf(clock, life, index, random);
  const year = new Date(joinedAt).getUTCFullYear();
  return {
    id: uuidV7(life.createdAt, random),
    number: rareNumbers[index - firstRare] ?? `M-${year}-${String(index + 1).padStart(4, '0')}`,
    person: people.rare(index - firstRare, random) ?? people.anyone(random),
    group:
      index % 6 === 5 ? null : itemAt(entities.groups, random.below(random.chance(0.5) ? 2 : entities.groups.length)),
    space: index % 9 === 6 ? null : random.pick(spaces),
    state,
    life,
    joinedAt,
    from: state === 'pending' ? Infinity : life.createdAt,
    until: state === 'active' ? (life.deletedAt ?? Infinity) : life.updatedAt,
  };
}

function stateAt(index: number): MemberState {
  switch (index % 12) {
    case 4:
      return 'suspended';
    case 7:
      return 'left';
    case 9:
      return 'pending';
    default:
      return 'active';
  }
}

/** Those who came with the older system joined on the first of a month, or nobody knows when: at the opening. */
function joinedAtOf(clock: Clock, { createdAt }: Life, index: number, random: Random): number {
  if (createdAt > clock.opening) return index % 3 === 0 ? Math.floor(createdAt / day) * day : createdAt;
  if (index % 6 === 0) return clock.opening;
  const date = new Date(clock.opening);
  return addMonths(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1), -random.below(48));
}

export function memberTables(members: readonly Member[], entities: Entities, root: Stream): SeedTable[] {
  return [membersTable(members, root.child('member details')), accreditationsTable(members, entities, root)];
}

function membersTable(members: readonly Member[], stream: Stream): SeedTable {
  return table('members', function* () {
    for (const [index, member] of members.entries()) yield memberRow(member, index, stream.at(index));
  });
}

function memberRow({ id, number, person, group, space, state, joinedAt, life }: Member, index: number, random: Random) {
  const { origin } = person;
  return {
    id,
    number,
    group_id: group?.id ?? null,
    space_id: space?.id ?? null,
    first_name: person.first,
    last_name: person.last,
    email: index % 15 === 4 ? null : person.email,
    phone: index % 3 === 1 ? null : `${origin.dialing} ${random.between(100, 999)}`,
    birthdate: index % 4 === 2 ? null : dayText(Math.floor(joinedAt / day) - random.between(16 * 365, 75 * 365)),
    job_title: index % 2 === 0 ? null : random.pick(occupations.jobTitles),
    organization_name: index % 3 === 0 ? random.pick(occupations.organizations) : null,
    address: index % 5 === 3 ? null : addressJson(person, index, random),
    locale: origin.locale,
    image: index % 6 === 0 ? imageJson('members', id.slice(-12)) : null,
    state,
    joined_at: instantText(joinedAt),
    ...lifeColumns(life),
  };
}

function addressJson({ origin }: Person, index: number, random: Random): string {
  const { code, city } = random.pick(origin.cities);
  const street = `${random.pick(origin.streets)} ${random.between(1, 180)}`;
  return JSON.stringify({
    street: index % 7 === 1 ? null : street,
    postal_code: index % 8 === 4 ? null : code,
    city: index % 9 === 1 ? null : city,
    country_code: index % 11 === 5 ? null : origin.country,
  });
}

function accreditationsTable(members: readonly Member[], entities: Entities, root: Stream): SeedTable {
  const stream = root.child('member accreditations');
  return table('member_accreditations', function* () {
    for (const [index, { id, joinedAt, life }] of members.entries()) {
      const random = stream.at(index);
      for (const accreditation of random.sample(entities.accreditations, index % 4 === 3 ? 0 : random.below(6))) {
        const obtainedAt = within(random, Math.min(joinedAt, life.updatedAt), life.updatedAt);
        const expiresAt = random.chance(0.5) ? addMonths(obtainedAt, 24) : null;
        yield {
          member_id: id,
          accreditation_id: accreditation.id,
          obtained_at: instantText(obtainedAt),
          expires_at: instantTextOrNull(expiresAt),
        };
      }
    }
  });
}
