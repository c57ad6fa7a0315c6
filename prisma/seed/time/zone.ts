import { day, minute } from './clock.js';

/** A time zone whose offsets are looked up once a day: Intl is too slow for each slot. */
export class Zone {
  private readonly format: Intl.DateTimeFormat;
  /** By day of UTC; null for the days in which it changes. */
  private readonly offsets = new Map<number, number | null>();

  constructor(readonly name: string) {
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'gregory',
      numberingSystem: 'latn',
      timeZoneName: 'longOffset',
    });
  }

  offsetAt(instant: number): number {
    const dayNumber = Math.floor(instant / day);
    let offset = this.offsets.get(dayNumber);
    if (offset === undefined) {
      const first = this.lookUp(dayNumber * day);
      offset = first === this.lookUp((dayNumber + 1) * day) ? first : null;
      this.offsets.set(dayNumber, offset);
    }
    return offset ?? this.lookUp(instant);
  }

  /** The local day, counted from the first of 1970. */
  dayOf(instant: number): number {
    return Math.floor((instant + this.offsetAt(instant)) / day);
  }

  /** When the clocks of the zone show so many minutes after the midnight of that day. */
  instantOf(dayNumber: number, minutes: number): number {
    const local = dayNumber * day + minutes * minute;
    const guess = local - this.offsetAt(local);
    return local - this.offsetAt(guess);
  }

  private lookUp(instant: number): number {
    const text = this.format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const match = /^GMT(?:([+-])(\d{2}):(\d{2}))?$/.exec(text);
    if (!match) throw new RangeError(`The offset '${text}' is not understood.`);
    const minutes = Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0);
    return (match[1] === '-' ? -minutes : minutes) * minute;
  }
}
