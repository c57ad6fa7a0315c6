import { day, minute } from './clock.js';

/** A time zone whose offsets are looked up once a day: Intl is too slow for every slot. */
export class Zone {
  private readonly format: Intl.DateTimeFormat;
  /** Offsets by UTC day; null on days when the offset changes. */
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

  /** The local day, in days since 1970-01-01. */
  dayOf(instant: number): number {
    return Math.floor((instant + this.offsetAt(instant)) / day);
  }

  /** The instant when local clocks show that many minutes after midnight of that day. */
  instantOf(dayNumber: number, minutes: number): number {
    const local = dayNumber * day + minutes * minute;
    const guess = local - this.offsetAt(local);
    return local - this.offsetAt(guess);
  }

  private lookUp(instant: number): number {
    const text = this.format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const match = /^GMT(?:([+-])(\d{2}):(\d{2}))?$/.exec(text);
    if (!match) throw new RangeError(`Unknown time zone offset '${text}'.`);
    const minutes = Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0);
    return (match[1] === '-' ? -minutes : minutes) * minute;
  }
}
