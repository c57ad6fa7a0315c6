/** The precisions of a time (FILT-5). */
export const precisions = {
  date: { unit: 86_400_000, length: 10, more: '' },
  minute: { unit: 60_000, length: 16, more: '' },
  second: { unit: 1000, length: 19, more: '' },
  tenth: { unit: 100, length: 21, more: '' },
  hundredth: { unit: 10, length: 22, more: '' },
  millisecond: { unit: 1, length: 23, more: '' },
  // Digits after the third are truncated.
  microsecond: { unit: 1, length: 23, more: '999' },
  nanosecond: { unit: 1, length: 23, more: '999999' },
} as const;

export type Precision = keyof typeof precisions;

/** The offsets of zones in minutes, and their notation. */
export const zones = {
  none: { ahead: 0, text: '' },
  Z: { ahead: 0, text: 'Z' },
  zero: { ahead: 0, text: '+00:00' },
  hours: { ahead: 120, text: '+02:00' },
  east: { ahead: 345, text: '+05:45' },
  west: { ahead: -210, text: '-03:30' },
  // With these offsets it is mostly another day.
  'far east': { ahead: 840, text: '+14:00' },
  'farthest east': { ahead: 1439, text: '+23:59' },
  'farthest west': { ahead: -1439, text: '-23:59' },
} as const;

export type Zone = keyof typeof zones;

/** Writes a time, truncated to the precision. */
export function writeTime(time: number, precision: Precision, zone: Zone): string {
  const { length, more } = precisions[precision];
  const { ahead, text } = zones[zone];
  return `${new Date(time + ahead * 60_000).toISOString().slice(0, length)}${more}${text}`;
}
