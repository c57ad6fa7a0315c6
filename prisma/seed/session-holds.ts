import type { SessionState } from '@resource-catalogue/contracts';
import type { Calendars } from './bookings/unit-calendar.js';
import type { SessionOwner } from './session-owner.js';
import type { Space } from './spaces.js';
import { endOfLast, type Spans } from './time/slots.js';
import { minute } from './time/units.js';
import type { Unit } from './units.js';

interface Wish {
  readonly owner: SessionOwner;
  readonly space: Space;
  readonly spans: Spans;
  readonly state: SessionState;
  readonly createdAt: number;
}

/** Finds units for a session that nobody else has then, and takes them. */
export class HoldFinder {
  private readonly bySpace = new Map<Space, Unit[]>();

  constructor(
    units: readonly Unit[],
    private readonly calendars: Calendars<Unit>,
  ) {
    for (const unit of units) {
      const here = this.bySpace.get(unit.space) ?? [];
      here.push(unit);
      this.bySpace.set(unit.space, here);
    }
  }

  /** The machines that a training teaches, else a room for those who come to the space. */
  find(wish: Wish, index: number): Unit[] {
    if (wish.state === 'draft' || !isHere(wish.owner)) return [];
    const fitting = (this.bySpace.get(wish.space) ?? []).filter((unit) => this.fits(unit, wish));
    const machines = wish.owner.kind === 'training' ? wish.owner.machines : [];
    const taught = fitting
      .filter((unit) => machines.some((machine) => machine === unit.owner))
      .slice(0, 1 + (index % 2));
    const rooms = index % 3 === 0 ? [] : fitting.filter((unit) => unit.owner.kind === 'place').slice(0, 1);
    const held = taught.length > 0 ? taught : rooms;
    // A canceled session holds nothing any more; its canceled bookings tell that it did.
    if (wish.state !== 'canceled')
      for (const unit of held) for (const span of wish.spans) this.calendars.of(unit).take(span);
    return held;
  }

  private fits(unit: Unit, { spans, createdAt }: Wish): boolean {
    if (unit.from > createdAt || unit.until < endOfLast(spans)) return false;
    const calendar = this.calendars.of(unit);
    return spans.every((span) => isOnGrid(unit, span.start) && isOnGrid(unit, span.end) && calendar.isFree(span));
  }
}

/** An event elsewhere or online needs no unit of ours. */
function isHere(owner: SessionOwner): boolean {
  return owner.kind === 'training' || owner.words.location.kind === 'onsite';
}

/** Whether the local clocks then show a multiple of the time step. */
function isOnGrid({ owner, space }: Unit, instant: number): boolean {
  return (instant + space.zone.offsetAt(instant)) % (owner.step * minute) === 0;
}
