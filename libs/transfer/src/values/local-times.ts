import { textFormats } from '@resource-catalogue/contracts';

const minute = 60_000;
const day = 24 * 60 * minute;

const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

/** Clock and calendar of a time zone. */
export class TimeZone {
  private readonly format: Intl.DateTimeFormat;

  /** Throws a RangeError for an unknown zone. */
  constructor(readonly name: string) {
    this.format = new Intl.DateTimeFormat('en-CA', { ...parts, ...clock, timeZone: name, calendar: 'iso8601' });
  }

  /** The instants with this local time: none in the gap when clocks go forward, two when they go back. */
  instantsAt(shown: number): readonly number[] {
    const offsets = new Set([shown - day, shown + day].map((near) => this.clockAt(near) - near));
    return [...offsets].map((offset) => shown - offset).filter((instant) => this.clockAt(instant) === shown);
  }

  /** The first instant of a day that has no midnight. */
  firstInstant(midnight: number): number {
    const offset = this.clockAt(midnight - day) - (midnight - day);
    return midnight - offset;
  }

  /** The local day of an instant, as `YYYY-MM-DD`. */
  dayAt(instant: number): string {
    return new Date(this.clockAt(Math.floor(instant / 1000) * 1000)).toISOString().slice(0, 10);
  }

  /** The local time of an instant, as if it were UTC, in milliseconds. */
  private clockAt(instant: number): number {
    const shown = new Map<string, number>(
      this.format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    );
    const at = (part: string): number => shown.get(part) ?? 0;
    return Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
  }
}

/** Time zones of spaces. Caches zones, because creating one is slow. */
export class SpaceZones {
  private readonly known = new Map<string, TimeZone>();
  /** Time zones by space; null if the stored zone is invalid. */
  private readonly bySpace = new Map<string, TimeZone | null>();
  private readonly live = new Set<string>();

  /** Adds a space of the catalogue. */
  noteStored(space: string, name: string, isLive: boolean): void {
    if (isLive) this.live.add(space);
    this.bySpace.set(space, this.called(name));
  }

  /** Adds a space of a file, after those of the catalogue. */
  note(space: string, name: string, isLive: boolean): void {
    if (isLive) this.live.add(space);
    const zone = this.called(name);
    if (zone) this.bySpace.set(space, zone);
  }

  /** The zone with this name; null for other texts. */
  called(name: string): TimeZone | null {
    if (!textFormats['time-zone'].holds(name)) return null;
    const zone = this.known.get(name) ?? new TimeZone(name);
    this.known.set(name, zone);
    return zone;
  }

  /**
   * The zone of a space; null if invalid. Rows of rejected or unknown spaces get any zone, as they are rejected
   * anyway.
   */
  of(space: string): TimeZone | null {
    return this.bySpace.has(space) ? (this.bySpace.get(space) ?? null) : this.called('UTC');
  }

  /** The only live space in the catalogue and the files; null if there is not exactly one. */
  only(): string | null {
    const [space = null, other] = this.live;
    return other === undefined ? space : null;
  }

  /** The zone shared by all spaces, UTC without spaces; null if zones differ. */
  common(): TimeZone | null {
    const [zone = this.called('UTC'), other] = new Set(this.bySpace.values());
    return other === undefined ? zone : null;
  }
}
