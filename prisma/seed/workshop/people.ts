import { latinSlug } from '@resource-catalogue/contracts';
import { type Life, lifeColumns, within } from '../blocks/lifecycle.js';
import type { Member } from '../members.js';
import type { Origin, Person } from '../people.js';
import { itemAt, type Random } from '../random.js';
import { day, dayText, formatInstant } from '../time/clock.js';
import { nameColumns, type User, userRow } from '../users.js';
import type { Foundation } from './foundation.js';
import words from './people.json' with { type: 'json' };

/** Time zones that accounts choose: mostly none. */
export const zones = [null, null, 'Europe/Dublin'];

export const origin: Origin = {
  locale: 'en-IE',
  country: 'IE',
  dialing: '+353 21 555',
  cities: words.cities.map((city) => ({ code: '', city })),
  streets: words.streets,
  first: words.first,
  last: words.last,
};

/** The step through the last names, which makes every pair of names different. */
const stride = 7;

function personAt(index: number): Person {
  const first = itemAt(words.first, index);
  const last = itemAt(words.last, index * stride + Math.floor(index / words.first.length) * 3);
  const part = (text: string) => latinSlug(text).replaceAll('-', '');
  return { first, last, email: `${part(first)}.${part(last)}@example.org`, origin };
}

const memberCount = 62;
const roles = ['admin', 'manager', 'manager', 'trainer', 'trainer', 'trainer', 'trainer', 'partner'] as const;

/** Eight people who run the place; managers and trainers are at home in one of the two sites, or both. */
export function makeStaff({ clock, root, spaces }: Foundation): User[] {
  return roles.map((role, index) => {
    const random = root.child('staff').at(index);
    const life = { createdAt: clock.opening, updatedAt: clock.at - (index + 1) * day, deletedAt: null };
    const id = random.uuidV7(life.createdAt);
    const names = nameColumns(personAt(memberCount + index));
    const own = role === 'admin' || index % 3 === 0 ? spaces : [itemAt(spaces, index)];
    return { id, role, spaces: own, life, row: userRow(id, names, role, life, 0, zones, random) };
  });
}

/** Sixty-two members: a third has been there from the beginning. */
export function makeMembers({ clock, root, entities, spaces }: Foundation): Member[] {
  return Array.from({ length: memberCount }, (_, index): Member => {
    const random = root.child('members').at(index);
    const joined = index % 3 === 0 ? clock.opening : within(random, clock.opening, clock.at - 20 * day);
    const life: Life = { createdAt: joined, updatedAt: Math.max(joined, clock.conversion), deletedAt: null };
    const id = random.uuidV7(joined);
    const person = personAt(index);
    const state = index === 40 ? 'left' : index === 50 ? 'suspended' : index === 61 ? 'pending' : 'active';
    const group = itemAt(entities.groups, index % 5 === 2 ? 1 : index % 11 === 6 ? 2 : 0);
    const row = {
      id,
      number: `Q-${String(101 + index)}`,
      ...{ group_id: group.id, space_id: itemAt(spaces, index % 4 === 3 ? 1 : 0).id },
      ...personColumns(person, index, joined, random),
      ...{ state, joined_at: formatInstant(joined) },
      ...lifeColumns(life),
    };
    const from = state === 'pending' ? Infinity : joined;
    return { id, person, group, life, joinedAt: joined, from, until: state === 'active' ? Infinity : joined, row };
  });
}

function personColumns({ first, last, email }: Person, index: number, joined: number, random: Random) {
  const street = `${random.between(1, 120)} ${random.pick(words.streets)}`;
  const address = { street, postal_code: null, city: random.pick(words.cities), country_code: 'IE' };
  return {
    ...{ first_name: first, last_name: last, email, locale: origin.locale, image: null },
    phone: index % 3 === 1 ? null : `${origin.dialing} ${random.between(2000, 2999)}`,
    birthdate: dayText(Math.floor(joined / day) - random.between(19 * 365, 70 * 365)),
    job_title: index % 2 === 0 ? null : random.pick(words.jobs),
    organization_name: index % 9 === 4 ? random.pick(words.organizations) : null,
    address: JSON.stringify(address),
  };
}
