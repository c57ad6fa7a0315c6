import type { MemberState } from '@resource-catalogue/contracts';
import { withDeletion, type Life, lifeColumns, drawLife, within } from './blocks/lifecycle.js';
import { imageJson } from './blocks/page.js';
import type { Entity } from './entities.js';
import type { Ground } from './ground.js';
import type { People, Person } from './people.js';
import type { Random } from './random.js';
import { type Row, type SeedTable, table, toTable } from './table.js';
import { type Clock, addMonths, day, dayText, formatInstant, formatInstantOrNull, monthStart } from './time/clock.js';
import occupations from './words/occupations.json' with { type: 'json' };

export interface Member {
  readonly id: string;
  readonly person: Person;
  readonly group: Entity | null;
  readonly life: Life;
  readonly joinedAt: number;
  /** The period in which this person makes bookings. */
  readonly from: number;
  readonly until: number;
  readonly row: Row;
}

/** Index of the first member with a rare name; those before it make the first pages look ordinary. */
const firstRare = 100;
const rareNumbers = [
  ...['M-2019-0417,A', '12 345', 'm-0001', 'É-1', '００７', '𝟙𝟚', '"8"', '50%', 'a\\b'],
  'N'.padEnd(200, '0'),
];
const rareStates: Readonly<Record<number, MemberState>> = { 4: 'suspended', 7: 'left', 9: 'pending' };

export function makeMembers(ground: Ground, people: People): Member[] {
  const details = ground.root.child('member details');
  return ground.root
    .child('members')
    .times(ground.scale.members, (random, index) => memberAt(ground, people, index, random, details.at(index)));
}

function memberAt(
  { clock, entities, open }: Ground,
  people: People,
  index: number,
  random: Random,
  details: Random,
): Member {
  const alive = drawLife(clock, random, index);
  const life = index % 20 === 13 ? withDeletion(alive, clock, random) : alive;
  const state = rareStates[index % 12] ?? 'active';
  const joinedAt = drawJoining(clock, life, index, random);
  const year = new Date(joinedAt).getUTCFullYear();
  const id = random.uuidV7(life.createdAt);
  const rareIndex = index - firstRare;
  const number = rareNumbers[rareIndex] ?? `M-${year}-${String(index + 1).padStart(4, '0')}`;
  const person = people.rare(rareIndex, random) ?? people.anyone(random);
  const group = index % 6 === 5 ? null : random.pick(entities.groups.slice(0, random.chance(0.5) ? 2 : undefined));
  const space = index % 9 === 6 ? null : random.pick(open);
  const row = {
    id,
    number,
    group_id: group?.id ?? null,
    space_id: space?.id ?? null,
    ...personColumns(person, id, index, joinedAt, details),
    state,
    joined_at: formatInstant(joinedAt),
    ...lifeColumns(life),
  };
  const from = state === 'pending' ? Infinity : life.createdAt;
  const until = state === 'active' ? (life.deletedAt ?? Infinity) : life.updatedAt;
  return { id, person, group, life, joinedAt, from, until, row };
}

/** Members from the older system joined on the first of a month, or at the opening if the date is unknown. */
function drawJoining(clock: Clock, { createdAt }: Life, index: number, random: Random): number {
  if (createdAt > clock.opening) return index % 3 === 0 ? Math.floor(createdAt / day) * day : createdAt;
  return index % 6 === 0 ? clock.opening : addMonths(monthStart(clock.opening), -random.below(48));
}

function personColumns(person: Person, id: string, index: number, joinedAt: number, random: Random) {
  const { first, last, email, origin } = person;
  return {
    first_name: first,
    last_name: last,
    email: index % 15 === 4 ? null : email,
    phone: index % 3 === 1 ? null : `${origin.dialing} ${random.between(100, 999)}`,
    birthdate: index % 4 === 2 ? null : dayText(Math.floor(joinedAt / day) - random.between(16 * 365, 75 * 365)),
    job_title: index % 2 === 0 ? null : random.pick(occupations.jobTitles),
    organization_name: index % 3 === 0 ? random.pick(occupations.organizations) : null,
    address: index % 5 === 3 ? null : addressJson(person, index, random),
    locale: origin.locale,
    image: index % 6 === 0 ? imageJson('members', id.slice(-12)) : null,
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

export function memberTables({
  members,
  entities,
  root,
}: Pick<Ground, 'entities' | 'root'> & { readonly members: readonly Member[] }): SeedTable[] {
  const stream = root.child('member accreditations');
  const accreditations = table('member_accreditations', function* () {
    for (const [index, { id, joinedAt, life }] of members.entries()) {
      const random = stream.at(index);
      for (const accreditation of random.sample(entities.accreditations, index % 4 === 3 ? 0 : random.below(6))) {
        const obtainedAt = within(random, Math.min(joinedAt, life.updatedAt), life.updatedAt);
        const expiresAt = random.chance(0.5) ? addMonths(obtainedAt, 24) : null;
        yield {
          member_id: id,
          accreditation_id: accreditation.id,
          obtained_at: formatInstant(obtainedAt),
          expires_at: formatInstantOrNull(expiresAt),
        };
      }
    }
  });
  return [toTable('members', members), accreditations];
}
