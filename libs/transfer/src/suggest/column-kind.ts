import { yesOrNo } from '../values/yes-no.js';
import { DateReader, timeOfDay } from '../values/dates.js';
import { takePart } from '../map/text-parts.js';
import { isFree, isPlaceholder } from './words.js';

/** The kind of values in a column. */
export type ValueKind =
  | 'none'
  | 'email'
  | 'url'
  | 'date'
  | 'datetime'
  | 'time'
  | 'time-span'
  | 'span'
  | 'boolean'
  | 'integer'
  | 'number'
  | 'money'
  | 'text';

const dayFirst = new DateReader('day-first');
const monthFirst = new DateReader('month-first');

/** Parses a date in any order of day and month, with `T` before its time; null for other texts. */
function dateIn(text: string): string | null {
  for (const reader of [dayFirst, monthFirst]) {
    const read = reader.read(text);
    if ('text' in read) return read.text;
  }
  return null;
}

/** Whether a text contains a date and two times. */
const isSpan = (text: string): boolean =>
  (['start', 'end'] as const).every(
    (part) => takePart(text, part) !== text && dateIn(takePart(text, part))?.includes('T') === true,
  );

const hasClock = (text: string): boolean => /[:h]|[ap]\.?m|uhr/i.test(text);
const isMoney = (text: string): boolean =>
  isFree(text) || /^(?:\p{Sc}|[A-Z]{3})?\s?[\d.,'’\s]*\d[\d.,'’]*(?:-|–)*\s?(?:\p{Sc}|[A-Z]{3})?$/u.test(text);

const tests: readonly (readonly [ValueKind, (text: string) => boolean])[] = [
  ['email', (text) => /[^\s@<]+@[^\s@>]+\.[^\s@>]+/.test(text)],
  ['url', (text) => /^(?:https?:\/\/|www\.)\S+$/i.test(text)],
  ['integer', (text) => /^\d+$/.test(text)],
  ['number', (text) => /^-?\d+(?:[.,]\d+)?$/.test(text)],
  ['boolean', (text) => yesOrNo(text) !== null],
  ['time', (text) => hasClock(text) && timeOfDay(text) !== null],
  ['time-span', (text) => hasClock(text) && isSpan(`2026-03-01 ${text}`)],
  ['span', isSpan],
  ['datetime', (text) => dateIn(text)?.includes('T') === true],
  ['date', (text) => dateIn(text) !== null],
  ['money', isMoney],
];

const mostly = 0.8;
/** Lower threshold for dates, because other values in such columns are usually remarks. */
const oftenDates = 0.6;
const requiredShare = (kind: ValueKind): number => (kind.startsWith('date') ? oftenDates : mostly);

/** Returns the first kind that matches most values of a column. */
export function detectKind(texts: readonly string[]): ValueKind {
  const meaningful = texts.filter((text) => !isPlaceholder(text) || yesOrNo(text) !== null);
  if (meaningful.length === 0) return 'none';
  const found = tests.find(([kind, is]) => meaningful.filter(is).length >= meaningful.length * requiredShare(kind));
  return found?.[0] ?? 'text';
}
