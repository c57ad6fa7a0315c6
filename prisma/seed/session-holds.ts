import type { Calendars } from './bookings/unit-calendar.js';
import type { Session } from './session.js';
import { endOfLast } from './time/slots.js';
import { minute } from './time/clock.js';
import type { Unit } from './units.js';

type Planned = Pick<Session, 'owner' | 'space' | 'spans' | 'state' | 'createdAt' | 'index'>;

/**
 * Finds free units for a session and blocks them: the machines that a training teaches, otherwise a room for the
 * participants.
 */
export function holdUnits(units: readonly Unit[], calendars: Calendars, session: Planned): Unit[] {
  const { owner, space, spans, state, index } = session;
  if (state === 'draft' || !owner.isHere) return [];
  const fitting = units.filter((unit) => unit.space === space && fits(unit, session, calendars));
  const taught = fitting.filter((unit) => owner.machines.includes(unit.owner)).slice(0, 1 + (index % 2));
  const rooms = index % 3 === 0 ? [] : fitting.filter((unit) => unit.owner.kind === 'place').slice(0, 1);
  const held = taught.length > 0 ? taught : rooms;
  // A canceled session blocks no units, but its canceled bookings remain.
  if (state !== 'canceled') calendars.takeAll(held, spans);
  return held;
}

function fits(unit: Unit, { spans, createdAt }: Planned, calendars: Calendars): boolean {
  if (unit.from > createdAt || unit.until < endOfLast(spans)) return false;
  const calendar = calendars.of(unit);
  return spans.every((span) => isOnGrid(unit, span.start) && isOnGrid(unit, span.end) && calendar.isFree(span));
}

/** Whether the local time is a multiple of the time step. */
function isOnGrid({ owner, space }: Unit, instant: number): boolean {
  return (instant + space.zone.offsetAt(instant)) % (owner.step * minute) === 0;
}
