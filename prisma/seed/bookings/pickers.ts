import type { Member } from '../members.js';
import type { Random, Stream } from '../random.js';
import { type Clock, day } from '../time/clock.js';
import type { Unit } from '../units.js';

/** Counts the items whose number is at most the limit, by binary search; the numbers must ascend. */
export function countUpTo<Item>(items: readonly Item[], numberOf: (item: Item) => number, limit: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && numberOf(item) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Picks members who could have booked at an instant. */
export class MembersAt {
  private readonly byCreation: readonly Member[];

  constructor(members: readonly Member[]) {
    this.byCreation = members.filter((member) => member.from < Infinity).sort((one, other) => one.from - other.from);
  }

  /** Picks a member, the first ones most often (a squared fraction). Null if only former members were drawn. */
  pick(instant: number, random: Random): Member | null {
    const count = countUpTo(this.byCreation, ({ from }) => from, instant);
    for (let attempt = 0; attempt < 4; attempt++) {
      const fraction = random.fraction();
      const member = this.byCreation[Math.floor(fraction * fraction * count)];
      if (member && member.until >= instant) return member;
    }
    return null;
  }
}

/** Picks units that can be booked at some time, weighted by popularity. */
export class UnitPicker {
  private readonly units: readonly { readonly unit: Unit; readonly upTo: number }[];
  private readonly sum: number;

  constructor({ firstDay }: Clock, units: readonly Unit[], stream: Stream) {
    let sum = 0;
    this.units = units
      .filter(({ until }) => until > (firstDay + 1) * day)
      .map((unit, index) => ({ unit, upTo: (sum += stream.at(index).between(1, 3)) }));
    this.sum = sum;
  }

  pick(random: Random): Unit {
    const found = this.units[countUpTo(this.units, ({ upTo }) => upTo, random.below(this.sum))];
    if (!found) throw new RangeError('None of the units can be booked.');
    return found.unit;
  }
}
