import type { Random, Stream } from '../random/prng.js';
import type { Clock } from '../time/clock.js';
import { day } from '../time/units.js';
import type { Unit } from '../units.js';

/** Picks a unit that can be booked at some time, the popular ones more often. */
export class UnitPicker {
  private readonly units: readonly Unit[];
  private readonly upTo: readonly number[];
  private readonly sum: number;

  constructor({ firstDay }: Clock, units: readonly Unit[], stream: Stream) {
    this.units = units.filter((unit) => unit.until > (firstDay + 1) * day);
    let sum = 0;
    this.upTo = this.units.map((_, index) => (sum += stream.at(index).between(1, 3)));
    this.sum = sum;
  }

  pick(random: Random): Unit {
    const wanted = random.below(this.sum);
    let [low, high] = [0, this.upTo.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.upTo[middle] ?? Infinity) <= wanted) low = middle + 1;
      else high = middle;
    }
    const unit = this.units[low];
    if (!unit) throw new RangeError('There is no unit that can be booked.');
    return unit;
  }
}
