import { BookingStream } from './bookings/booking-stream.js';
import { CategoryFinder, makeCategories } from './categories.js';
import { makeEntities } from './entities.js';
import { makeEvents } from './events.js';
import { makeMachines } from './machines.js';
import { makeMembers } from './members.js';
import { People } from './people.js';
import { makePlaces } from './places.js';
import { makePlans } from './plans.js';
import { makeProjectLists } from './project-lists.js';
import { makeProjects } from './projects.js';
import { itemAt, Stream } from './random/prng.js';
import { scaleOf } from './scale.js';
import { SessionMaker } from './sessions.js';
import { makeSpaces, openSpaces } from './spaces.js';
import { clockAt } from './time/clock.js';
import { startOf } from './time/slots.js';
import { makeTrainings } from './trainings.js';
import { makeUnits } from './units.js';
import { makeStaff, teachersOf } from './users.js';

/** What a seed is made from; the same options make the same catalogue, byte by byte. */
export interface SeedOptions {
  readonly bookings: number;
  readonly seed: number;
  /** The instant at which the catalogue is told: nothing in it was made later. */
  readonly at: Date;
}

/** Everything but the rows of bookings, which are too many to be held. */
export function makeDataset(options: SeedOptions) {
  const ground = makeGround(options);
  const resources = makeResources(ground);
  const community = makeCommunity(ground, resources);
  return { ...ground, ...resources, ...community, ...makeCalendar(ground, resources, community) };
}

export type Dataset = ReturnType<typeof makeDataset>;
type Ground = ReturnType<typeof makeGround>;
type Resources = ReturnType<typeof makeResources>;
type Community = ReturnType<typeof makeCommunity>;

/** The places of it all, and the lists from which the rest chooses. */
function makeGround({ bookings, seed, at }: SeedOptions) {
  const [clock, scale, root] = [clockAt(at.getTime()), scaleOf(bookings), Stream.root(seed)];
  const spaces = makeSpaces(clock, scale, root);
  const entities = makeEntities(clock, root);
  const categories = makeCategories(clock, root);
  const finder = new CategoryFinder(categories);
  const plans = makePlans({ clock, categories: finder, groups: entities.groups, spaces }, root);
  const lists = makeProjectLists(clock, root);
  return { clock, scale, root, spaces, open: openSpaces(spaces), entities, categories, finder, plans, lists };
}

/** What can be booked or visited. */
function makeResources({ clock, scale, root, spaces, open, entities, finder, plans }: Ground) {
  const closedSpace = spaces.find((space) => space.words.stage === 'closed') ?? itemAt(spaces, 0);
  const around = { clock, categories: finder, entities, plans, spaces: open, closedSpace };
  const machines = makeMachines(around, scale.machines, root);
  const places = makePlaces(around, scale.places, root);
  const machineUnits = makeUnits(around, machines, scale.machineUnits, root.child('machine_units'));
  const placeUnits = makeUnits(around, places, scale.placeUnits, root.child('place_units'));
  const trainings = makeTrainings({ ...around, machines }, scale.trainings, root);
  const events = makeEvents(around, scale.events, root);
  return { machines, places, machineUnits, placeUnits, units: [...machineUnits, ...placeUnits], trainings, events };
}

/** Who books, teaches and makes things. */
function makeCommunity({ clock, scale, root, open, entities, lists }: Ground, { machines }: Resources) {
  const around = { clock, entities, spaces: open, people: new People() };
  const staff = makeStaff(around, root);
  const members = makeMembers(around, scale.members, root);
  const projects = makeProjects({ clock, spaces: open, machines, members, lists }, scale.projects, root);
  return { staff, members, projects };
}

/** What takes place when: sessions first, since bookings go around what they hold. */
function makeCalendar(ground: Ground, { trainings, events, units }: Resources, { staff, members }: Community) {
  const { clock, scale, root, open } = ground;
  const maker = new SessionMaker({ clock, spaces: open, teachers: teachersOf(staff), units });
  const trainingSessions = maker.make(trainings, Math.round(scale.sessions * 0.6), root.child('training_sessions'));
  const eventSessions = maker.make(events, Math.round(scale.sessions * 0.4), root.child('event_sessions'));
  const sessions = [...trainingSessions, ...eventSessions].sort(
    (one, other) => startOf(one.spans) - startOf(other.spans),
  );
  const bookings = new BookingStream({ clock, bookings: scale.bookings, members, units, sessions }, root);
  return { trainingSessions, eventSessions, bookings };
}
