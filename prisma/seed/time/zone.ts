import { day, minute } from './units.js';

interface Change {
  readonly from: number;
  readonly offset: number;
}

/** A time zone within a stretch of time, with the offsets looked up once: Intl is too slow for each slot. */
export class Zone {
  private readonly changes: readonly [Change, ...Change[]];

  constructor(
    readonly name: string,
    from: number,
    to: number,
  ) {
    this.changes = changesOf(name, from, to);
  }

  offsetAt(instant: number): number {
    let { offset } = this.changes[0];
    for (const change of this.changes) {
      if (change.from > instant) break;
      offset = change.offset;
    }
    return offset;
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
}

function changesOf(name: string, from: number, to: number): [Change, ...Change[]] {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    calendar: 'gregory',
    numberingSystem: 'latn',
    timeZoneName: 'longOffset',
  });
  const offsetOf = (instant: number): number => parseOffset(format.formatToParts(instant));
  const changes: [Change, ...Change[]] = [{ from, offset: offsetOf(from) }];
  let offset = changes[0].offset;
  for (let known = from; known < to; known += day) {
    const next = offsetOf(known + day);
    if (next === offset) continue;
    changes.push({ from: firstWith(next, known, known + day, offsetOf), offset: next });
    offset = next;
  }
  return changes;
}

function firstWith(offset: number, before: number, after: number, offsetOf: (instant: number) => number): number {
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetOf(middle) === offset) high = middle;
    else low = middle;
  }
  return high;
}

function parseOffset(parts: readonly Intl.DateTimeFormatPart[]): number {
  const text = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
  const match = /^GMT(?:([+-])(\d{2}):(\d{2}))?$/.exec(text);
  if (!match) throw new RangeError(`The offset '${text}' is not understood.`);
  const minutes = Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0);
  return (match[1] === '-' ? -minutes : minutes) * minute;
}
