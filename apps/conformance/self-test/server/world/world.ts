import { type AnyCollectionContract, type CollectionName, collections } from '@resource-catalogue/contracts';
import { idOf, type JsonValue, type Row } from '../json.js';
import { events, type Foundations, machines, places, plans, trainings } from './bookables.js';
import { bookings } from './bookings.js';
import { Dice } from './dice.js';
import { categories, licenses, namedEntities, spaces, thematics, zoneOf } from './foundations.js';
import { people, subscriptions, withSubscriptions } from './people.js';
import { projects } from './projects.js';
import { sessions, withSeats } from './sessions.js';
import { type WorldKind, type WorldSize, worldSizes } from './size.js';
import { machineUnits, placeUnits } from './units.js';
import { inWireOrder } from './wire-order.js';

/** All rows of a server, by collection. */
export type World = Readonly<Record<CollectionName, readonly Row[]>>;

const worlds = new Map<string, World>();

/** The world of a seed; made once, since nothing changes it. */
export function worldOf(kind: WorldKind, seed: number): World {
  const key = `${kind} ${seed}`;
  const world = worlds.get(key) ?? newWorld(new Dice(seed), worldSizes[kind]);
  worlds.set(key, world);
  return world;
}

/** The same, with the rows of each collection changed. */
export function mapWorld(
  world: World,
  change: (rows: readonly Row[], contract: AnyCollectionContract) => readonly Row[],
): World {
  const changed = { ...world };
  for (const contract of collections) changed[contract.name] = change(world[contract.name], contract);
  return changed;
}

function rowInOrder(row: Row, contract: AnyCollectionContract): Row {
  const { id, created_at, updated_at } = row;
  return { ...inWireOrder(contract.resource, row), id, created_at, updated_at };
}

function newWorld(dice: Dice, size: WorldSize): World {
  const base = {
    spaces: spaces(dice, size.rows),
    categories: categories(dice, size.rows),
    groups: namedEntities(dice, 'Group', size.others),
    accreditations: namedEntities(dice, 'Accreditation', size.others),
    equipments: namedEntities(dice, 'Equipment', size.others),
  };
  const zoneBySpace = new Map(base.spaces.map((space) => [space.id, zoneOf(space)]));
  const zoneAt = (space: JsonValue | undefined) => zoneBySpace.get(idOf(space) ?? '') ?? 'UTC';
  const bookableThings = things(dice, base, size.rows);
  const { users, members } = people(dice, base, size.rows);
  const time = { users, zoneOf: zoneAt, count: size.rows };
  const open = {
    event_sessions: sessions(dice, { key: 'event', staff: 'hosts', rows: bookableThings.events }, time),
    training_sessions: sessions(dice, { key: 'training', staff: 'trainers', rows: bookableThings.trainings }, time),
  };
  const booked = bookings(
    dice,
    { members, groups: base.groups, ...bookableThings, ...open, zoneOf: zoneAt },
    size.bookings,
  );
  const subscribed = subscriptions(dice, members, { plans: bookableThings.plans, groups: base.groups }, size.rows);
  const shared = { licenses: licenses(dice, size.rows), thematics: thematics(dice, size.rows) };
  const made: World = {
    ...bookableThings,
    spaces: base.spaces,
    categories: base.categories,
    users,
    members: withSubscriptions(members, subscribed),
    subscriptions: subscribed,
    event_sessions: withSeats(open.event_sessions, booked, 'event_session'),
    training_sessions: withSeats(open.training_sessions, booked, 'training_session'),
    bookings: booked,
    project_licenses: shared.licenses,
    project_thematics: shared.thematics,
    projects: projects(dice, { members, ...bookableThings, spaces: base.spaces, ...shared }, size.rows),
  };
  return mapWorld(made, (rows, contract) => rows.map((row) => rowInOrder(row, contract)));
}

function things(dice: Dice, base: Foundations, count: number) {
  const planRows = plans(dice, base, count);
  const machineRows = machines(dice, base, planRows, count);
  const placeRows = places(dice, base, planRows, count);
  return {
    plans: planRows,
    machines: machineRows,
    places: placeRows,
    machine_units: machineUnits(dice, machineRows, count),
    place_units: placeUnits(dice, placeRows, count),
    trainings: trainings(dice, base, { plans: planRows, machines: machineRows }, count),
    events: events(dice, base, planRows, count),
  };
}
