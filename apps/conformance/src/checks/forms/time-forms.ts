import { rangeOperators } from '@resource-catalogue/contracts';
import type { Condition } from '../../oracle.js';
import { type Checks, onCollections } from '../context/check.js';
import type { CheckContext } from '../context/check-context.js';
import { rangeFilters, type Subject } from '../context/subject.js';
import { instantsOf } from '../requests/data-points.js';
import { everyPair, type Look } from './every-pair.js';
import { isPlace, type ListPlace, placesOf } from './list-places.js';
import { keysOf } from './pairwise.js';
import { lookInPlace } from './placed-filter.js';
import { values as spellings } from './spellings.js';
import { rowsAround } from './telling-rows.js';

const day = 86_400_000;

/** FILT-5: how exactly a time is written, as the unit that its last digit counts in milliseconds, and its length. */
const precisions = {
  date: { unit: day, length: 10 },
  minute: { unit: 60_000, length: 16 },
  second: { unit: 1000, length: 19 },
  tenth: { unit: 100, length: 21 },
  hundredth: { unit: 10, length: 22 },
  millisecond: { unit: 1, length: 23 },
  // What follows the third digit is cut off.
  microsecond: { unit: 1, length: 23, more: '999' },
  nanosecond: { unit: 1, length: 23, more: '999999' },
} as const;

/** The minutes by which a zone's clock is ahead, and how it is written. */
const zones = {
  none: { ahead: 0, text: '' },
  Z: { ahead: 0, text: 'Z' },
  zero: { ahead: 0, text: '+00:00' },
  hours: { ahead: 120, text: '+02:00' },
  east: { ahead: 345, text: '+05:45' },
  west: { ahead: -210, text: '-03:30' },
  // There it is mostly another day.
  'far east': { ahead: 840, text: '+14:00' },
} as const;

/** A filter with one of its operators. */
type Asking = Pick<Condition, 'field' | 'operator'>;

interface TimeCase extends ListPlace {
  readonly asking: Asking;
  readonly precision: keyof typeof precisions;
  readonly zone: keyof typeof zones;
  readonly spelling: keyof typeof spellings;
  /** The time of a row, as far as the form can show it, or the next one that it can show. */
  readonly bound: 'at' | 'after';
}

interface Written {
  readonly text: string;
  readonly instant: string;
  /** What its last digit makes a difference to: on its other side is the row that it was made from. */
  readonly other: string;
}

/** A time in the form, and what it means. */
function written({ precision, zone, bound, spelling }: TimeCase, time: number): Written {
  const { unit, length, ...rest } = precisions[precision];
  const instant = (Math.floor(time / unit) + (bound === 'after' ? 1 : 0)) * unit;
  const local = new Date(instant + zones[zone].ahead * 60_000).toISOString().slice(0, length);
  const more = 'more' in rest ? rest.more : '';
  return {
    text: spellings[spelling](`${local}${more}${zones[zone].text}`),
    instant: new Date(instant).toISOString(),
    other: new Date(instant + (bound === 'after' ? -unit : unit)).toISOString(),
  };
}

function prepareTime(context: CheckContext, subject: Subject, one: TimeCase, strictly: boolean): Look | null {
  const { field, operator } = one.asking;
  const { time, rows } = rowsAround(subject, field, context.random);
  const { text, instant, other } = written(one, time);
  const condition = { field, operator, values: [instant] };
  const misread = instantsOf(subject, field).length === 0 ? [] : [{ ...condition, values: [other] }];
  const form = { place: one, condition, misread, written: (name: string) => [`${name}=${text}`], rows };
  return lookInPlace(context, subject, form, strictly);
}

export const timeFormChecks: Checks = {
  'every-form-of-a-time-in-every-place': onCollections(
    ['FILT-1', 'FILT-3', 'FILT-5', 'FILT-11', 'SORT-1', 'PAGE-3', 'SHAPE-4', 'HTTP-3'],
    {
      title:
        'each precision and zone of a time means the same in each filter, with each operator, sort, page and neighbour',
      run: async (context, subject) => {
        context.need(subject.rows.length > 0, 'the collection is empty');
        await everyPair<TimeCase>(
          context,
          {
            asking: rangeFilters(subject).flatMap(({ field }) =>
              rangeOperators.map((operator) => ({ field, operator })),
            ),
            precision: keysOf(precisions),
            zone: keysOf(zones),
            spelling: keysOf(spellings),
            bound: ['at', 'after'],
            ...placesOf(subject, false),
          },
          (two) => isPlace(two) && (two.precision !== 'date' || two.zone === undefined || two.zone === 'none'),
          (one, strictly) => prepareTime(context, subject, one, strictly),
        );
      },
    },
  ),
};
