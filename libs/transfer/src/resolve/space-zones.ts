import { textFormats } from '@resource-catalogue/contracts';
import { TimeZone } from '../values/times.js';

/** Time zones of spaces. Caches zones, because creating one is slow. */
export class SpaceZones {
  private readonly known = new Map<string, TimeZone>();
  /** Time zones by space; null if the stored zone is invalid. */
  private readonly bySpace = new Map<string, TimeZone | null>();
  private readonly live = new Set<string>();

  /** Adds a space of the catalogue. */
  noteStored(space: string, name: string, isLive: boolean): void {
    if (isLive) this.live.add(space);
    this.bySpace.set(space, this.findZone(name));
  }

  /** Adds a space of a file, after those of the catalogue. */
  note(space: string, name: string, isLive: boolean): void {
    if (isLive) this.live.add(space);
    const zone = this.findZone(name);
    if (zone) this.bySpace.set(space, zone);
  }

  /** The zone with this name; null for other texts. */
  findZone(name: string): TimeZone | null {
    if (!textFormats['time-zone'].holds(name)) return null;
    const zone = this.known.get(name) ?? new TimeZone(name);
    this.known.set(name, zone);
    return zone;
  }

  /**
   * The zone of a space; null if invalid. Rows of rejected or unknown spaces get any zone, as they are rejected
   * anyway.
   */
  zoneOf(space: string): TimeZone | null {
    return this.bySpace.has(space) ? (this.bySpace.get(space) ?? null) : this.findZone('UTC');
  }

  /** The only live space in the catalogue and the files; null if there is not exactly one. */
  singleSpace(): string | null {
    const [space = null, other] = this.live;
    return other === undefined ? space : null;
  }

  /** The zone shared by all spaces, UTC without spaces; null if zones differ. */
  commonZone(): TimeZone | null {
    const [zone = this.findZone('UTC'), other] = new Set(this.bySpace.values());
    return other === undefined ? zone : null;
  }
}
