import { BookingStream } from './bookings/booking-stream.js';
import { Calendars } from './bookings/unit-calendar.js';
import type { Category } from './categories.js';
import { makeEvents } from './events.js';
import { type Ground, makeGround, type SeedOptions } from './ground.js';
import { makeMachines } from './machines.js';
import { makeMembers, type Member } from './members.js';
import { latinOrigins, type Origin, otherOrigins, People } from './people.js';
import type { Bookable } from './bookables.js';
import { makePlaces, type Place } from './places.js';
import type { Plan } from './plans.js';
import type { SessionOwner } from './prices.js';
import { makeProjects, type Project } from './projects.js';
import type { Stream } from './random.js';
import type { Session } from './session.js';
import { sortByStart, makeSessions } from './sessions.js';
import type { Space } from './spaces.js';
import type { Clock } from './time/clock.js';
import { makeTrainings, type Training } from './trainings.js';
import { makeUnits, type Unit } from './units.js';
import { accountZones, listTeachers, makeStaff, type User } from './users.js';

/** All rows except those of bookings, which are too many to hold in memory. */
export interface Dataset extends Pick<Ground, 'entities' | 'lists'> {
  readonly clock: Clock;
  readonly root: Stream;
  readonly spaces: readonly Space[];
  readonly categories: readonly Category[];
  readonly plans: Plan[];
  readonly machines: readonly Bookable[];
  readonly machineUnits: readonly Unit[];
  readonly places: readonly Place[];
  readonly placeUnits: readonly Unit[];
  readonly trainings: readonly Training[];
  readonly events: readonly SessionOwner[];
  readonly staff: readonly User[];
  readonly members: readonly Member[];
  readonly projects: readonly Project[];
  readonly trainingSessions: readonly Session[];
  readonly eventSessions: readonly Session[];
  readonly bookings: BookingStream;
  /** Origins of the people in the seats of bookings. */
  readonly origins: readonly Origin[];
  /** The time zones that members' accounts choose. */
  readonly zones: readonly (string | null)[];
}

/** A large catalogue with every case of the API, for tests. */
export function makeRichDataset(options: Omit<SeedOptions, 'rare'>): Dataset {
  const ground = makeGround(options);
  const { scale } = ground;
  const machines = makeMachines(ground);
  const places = makePlaces(ground);
  const machineUnits = makeUnits(ground, 'machine_units', machines, scale.machineUnits);
  const placeUnits = makeUnits(ground, 'place_units', places, scale.placeUnits);
  const units = [...machineUnits, ...placeUnits];
  const trainings = makeTrainings(ground, machines);
  const events = makeEvents(ground);
  const people = new People();
  const staff = makeStaff(ground, people);
  const members = makeMembers(ground, people);
  const projects = makeProjects(ground, machines, members);
  // Sessions come first, since bookings avoid the times they block.
  const around = { ...ground, teachers: listTeachers(staff), units, calendars: new Calendars() };
  const trainingSessions = makeSessions(around, 'training_sessions', trainings, 0.6);
  const eventSessions = makeSessions(around, 'event_sessions', events, 0.4);
  const sessions = sortByStart([...trainingSessions, ...eventSessions]);
  const bookings = new BookingStream(ground, { members, units, sessions });
  return {
    ...ground,
    ...{ machines, places, machineUnits, placeUnits, trainings, events },
    ...{ staff, members, projects },
    ...{ trainingSessions, eventSessions, bookings },
    origins: [...latinOrigins, ...latinOrigins, ...otherOrigins],
    zones: accountZones,
  };
}
