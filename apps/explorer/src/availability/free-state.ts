import type { TimeRange } from '@resource-catalogue/client/availability';
import { timeWords } from '../time/words.js';

/** Whether a unit can be used, and in words until or from when. */
export interface FreeState {
  readonly kind: 'free' | 'busy' | 'out' | 'unknown';
  readonly isFree: boolean;
  /** When it stops being free; null if it is not, or free for the rest of the day. */
  readonly until: number | null;
  /** When it is free again; null if it is free, or not on these two days. */
  readonly from: number | null;
  /** `free until 14:00`, `busy until 15:30` */
  readonly words: string;
}

export const notFree = { isFree: false, until: null, from: null } as const;

export const holds = ({ start, end }: TimeRange, instant: number): boolean =>
  start.getTime() <= instant && instant < end.getTime();

interface Present {
  readonly present: number;
  /** The end of the day. */
  readonly end: number;
  readonly zone: string;
  /** Whether the space is open. */
  readonly isOpen: boolean;
}

/** The state of a unit at this moment, from its free times of today and tomorrow. */
export function stateNow(times: readonly TimeRange[], now: Present): FreeState {
  const { present, end, zone, isOpen } = now;
  const next = times.find((time) => time.end.getTime() > present);
  if (!next) return { ...notFree, kind: 'busy', words: 'not free today or tomorrow' };
  if (holds(next, present)) {
    const until = next.end.getTime();
    if (until > end) return { ...notFree, kind: 'free', isFree: true, words: 'free all day' };
    return { ...notFree, kind: 'free', isFree: true, until, words: `free until ${timeWords(until, zone)}` };
  }
  const from = next.start.getTime();
  const day = from >= end ? 'tomorrow ' : '';
  const words = `${isOpen ? 'busy until' : 'closed, free from'} ${day}${timeWords(from, zone)}`;
  return { ...notFree, kind: 'busy', from, words };
}

/** The free times of a unit on another day. */
export function stateOn(times: readonly TimeRange[], end: number, zone: string): FreeState {
  const words = times
    .filter(({ start }) => start.getTime() < end)
    .map(({ start, end: last }) => {
      const until = Math.min(last.getTime(), end);
      return `${timeWords(start.getTime(), zone)}–${until === end ? '24:00' : timeWords(until, zone)}`;
    });
  if (words.length === 0) return { ...notFree, kind: 'busy', words: 'not free' };
  return { ...notFree, kind: 'free', words: `free ${words.join(', ')}` };
}

/** The state of several units together: `2 of 3 free until 17:00`. */
export function combineStates(units: readonly FreeState[], zone: string): FreeState {
  const [only] = units;
  if (only && units.length === 1) return only;
  const usable = units.filter(({ kind }) => kind !== 'out');
  if (usable.length === 0) return { ...notFree, kind: 'out', words: `none of ${units.length} in service` };
  if (usable.some(({ kind }) => kind === 'unknown')) return { ...notFree, kind: 'unknown', words: 'unknown' };
  const free = units.filter(({ isFree }) => isFree);
  if (free.length > 0) {
    const ends = free.map(({ until }) => until);
    const until = ends.includes(null) ? null : Math.max(...ends.map((each) => each ?? 0));
    const words = `${free.length} of ${units.length} free${until === null ? '' : ` until ${timeWords(until, zone)}`}`;
    return { ...notFree, kind: 'free', isFree: true, until, words };
  }
  const [first] = usable.toSorted((one, other) => (one.from ?? Infinity) - (other.from ?? Infinity));
  if (first?.kind === 'busy') return { ...first, words: first.from === null ? 'none free' : first.words };
  const some = usable.filter(({ kind }) => kind === 'free').length;
  return { ...notFree, kind: 'free', words: `${some} of ${units.length} free at times` };
}
