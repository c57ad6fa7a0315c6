import { BookingStream } from './bookings/booking-stream.js';
import { Calendars } from './bookings/unit-calendar.js';
import { makeEvents } from './events.js';
import { makeGround, type SeedOptions } from './ground.js';
import { makeMachines } from './machines.js';
import { makeMembers } from './members.js';
import { People } from './people.js';
import { makePlaces } from './places.js';
import { makeProjects } from './projects.js';
import { inOrder, makeSessions } from './sessions.js';
import { makeTrainings } from './trainings.js';
import { makeUnits } from './units.js';
import { makeStaff, listTeachers } from './users.js';

export type Dataset = ReturnType<typeof makeDataset>;

/** All rows except those of bookings, which are too many to hold in memory. */
export function makeDataset(options: SeedOptions) {
  const ground = makeGround(options);
  const { scale } = ground;
  const machines = makeMachines(ground);
  const places = makePlaces(ground);
  const machineUnits = makeUnits(ground, 'machine_units', machines, scale.machineUnits);
  const placeUnits = makeUnits(ground, 'place_units', places, scale.placeUnits);
  const units = [...machineUnits, ...placeUnits];
  const trainings = makeTrainings(ground, machines);
  const events = makeEvents(ground);
  const people = new People(options.rare);
  const staff = makeStaff(ground, people);
  const members = makeMembers(ground, people);
  const projects = makeProjects(ground, machines, members);
  // Sessions come first, since bookings avoid the times they block.
  const around = { ...ground, teachers: listTeachers(staff), units, calendars: new Calendars() };
  const trainingSessions = makeSessions(around, 'training_sessions', trainings, 0.6);
  const eventSessions = makeSessions(around, 'event_sessions', events, 0.4);
  const sessions = inOrder([...trainingSessions, ...eventSessions]);
  const bookings = new BookingStream(ground, { members, units, sessions });
  return {
    ...ground,
    ...{ machines, places, machineUnits, placeUnits, units, trainings, events },
    ...{ staff, members, projects },
    ...{ trainingSessions, eventSessions, bookings },
  };
}
