import type { Member } from '../members.js';
import type { Random } from '../random/prng.js';

/** Finds who could have booked at an instant. */
export class MembersAt {
  private readonly byCreation: readonly Member[];

  constructor(members: readonly Member[]) {
    this.byCreation = members.filter((member) => member.from < Infinity).sort((one, other) => one.from - other.from);
  }

  /** Some people come often: the square of a fraction prefers the first. Null when chance finds only people who left. */
  pick(instant: number, random: Random): Member | null {
    const count = this.countAt(instant);
    for (let attempt = 0; attempt < 4; attempt++) {
      const fraction = random.fraction();
      const member = this.byCreation[Math.floor(fraction * fraction * count)];
      if (member && member.until >= instant) return member;
    }
    return null;
  }

  private countAt(instant: number): number {
    let [low, high] = [0, this.byCreation.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.byCreation[middle]?.from ?? Infinity) <= instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
