import { BookingStream } from '../bookings/booking-stream.js';
import { Calendars } from '../bookings/unit-calendar.js';
import type { Dataset } from '../dataset.js';
import type { SeedOptions } from '../ground.js';
import { sortByStart } from '../sessions.js';
import { listTeachers } from '../users.js';
import { makeMachines, makePlaces } from './equipment.js';
import { makeFoundation } from './foundation.js';
import { makeEvents, makeTrainings, scheduleSessions } from './learning.js';
import { makeMembers, makeStaff, origin, zones } from './people.js';
import { makeProjects } from './projects.js';

/** How many times as many bookings the present day has as others, so that the demo shows a full day. */
const busyness = 10;

/** The demo: one makerspace in two sites, with a busy day around the given time. */
export function makeWorkshop({ at, seed, bookings: count }: Omit<SeedOptions, 'rare'>): Dataset {
  const ground = makeFoundation(at, seed);
  const { machines, machineUnits } = makeMachines(ground);
  const { places, placeUnits } = makePlaces(ground);
  const units = [...machineUnits, ...placeUnits];
  const trainings = makeTrainings(ground, machines);
  const events = makeEvents(ground);
  const staff = makeStaff(ground);
  const members = makeMembers(ground);
  // Sessions come first, since bookings avoid the times they block.
  const around = { ...ground, teachers: listTeachers(staff), units, calendars: new Calendars() };
  const trainingSessions = scheduleSessions(around, trainings);
  const eventSessions = scheduleSessions(around, events);
  const sessions = sortByStart([...trainingSessions, ...eventSessions]);
  const demand = { ...ground, scale: { bookings: count, busyness } };
  return {
    ...ground,
    ...{ machines, machineUnits, places, placeUnits, trainings, events, staff, members },
    projects: makeProjects(ground, machines, members),
    ...{ trainingSessions, eventSessions },
    bookings: new BookingStream(demand, { members, units, sessions }),
    origins: [origin],
    zones,
  };
}
