import { type FilterField, rangeOperators } from '@resource-catalogue/contracts';
import { type Row, toText, typedKeys } from '../json.js';
import type { Condition } from '../oracle.js';
import { expectAmong, expectAnswer } from '../kit/ask.js';
import { type Checks, onCollections } from '../kit/check.js';
import { contrastingRows, listInstants, listPoints } from '../kit/choose.js';
import type { CheckContext } from '../kit/context.js';
import { rangeFilters, type Subject, timeFilters } from '../kit/subject.js';
import { precisions, writeTime, zones } from '../kit/time-forms.js';
import { type Scale, scaleOf } from '../scale.js';

const beside = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString();

/** The values of rows that a range is tested with. */
interface Points {
  readonly first: string;
  readonly middle: string;
  readonly last: string;
  /** The rows at and next to the middle, some with a null, and some random ones. */
  readonly chosen: Row[];
}

const day = 24 * 3_600_000;

async function eachOf(
  filters: readonly FilterField[],
  context: CheckContext,
  subject: Subject,
  run: (filter: FilterField, points: Points, scale: Scale) => Promise<void>,
): Promise<void> {
  let ran = 0;
  for (const filter of filters) {
    const scale = scaleOf(filter.kind);
    const points = listPoints(subject, filter);
    const [first, last, middle] = [points[0], points.at(-1), points[Math.floor(points.length / 2)]];
    if (scale === null || first === undefined || last === undefined || middle === undefined) continue;
    await run(filter, { first, middle, last, chosen: rowsAround(context, subject, filter, middle, scale) }, scale);
    ran += 1;
  }
  context.need(ran > 0, 'no row has a value to filter by');
}

function rowsAround(
  context: CheckContext,
  subject: Subject,
  { field }: FilterField,
  point: string,
  scale: Scale,
): Row[] {
  const known = subject.rows.filter((row) => row[field] !== null);
  const distance = (row: Row): number => Math.abs(scale.read(toText(row[field])) - scale.read(point));
  const near = known.map((row) => ({ row, away: distance(row) })).sort((a, b) => a.away - b.away);
  const others = contrastingRows(subject, field, context.random, 16);
  return [...new Set([...near.slice(0, 14).map(({ row }) => row), ...others])].slice(0, 30);
}

const toMidnight = (instant: string): string => `${instant.slice(0, 10)}T00:00:00.000Z`;

/** The midnights next to an instant, on both sides, which reveal a misread date. */
function tellingMidnights(instants: readonly string[]): Set<string> {
  const closest = (midnightBy: (instant: string) => string): string[] =>
    instants
      .map((instant) => ({ midnight: midnightBy(instant), time: Date.parse(instant) }))
      .map(({ midnight, time }) => ({ midnight, away: Math.abs(Date.parse(midnight) - time) }))
      .sort((a, b) => a.away - b.away)
      .slice(0, 1)
      .map(({ midnight }) => midnight);
  return new Set([...closest(toMidnight), ...closest((instant) => toMidnight(beside(instant, day)))]);
}

const at = (field: string, operator: Condition['operator'], instant: string): Condition => ({
  field,
  operator,
  values: [instant],
});

/** Expects the rows of a condition whose time is written in this form. */
function expectForm(
  context: CheckContext,
  subject: Subject,
  rows: readonly Row[],
  condition: Condition,
  written: string,
): Promise<void> {
  const query = `filters[${condition.field}][${condition.operator}]=${encodeURIComponent(written)}`;
  return expectAmong(context, subject, rows, condition, query);
}

const times = typedKeys(precisions).filter((precision) => precision !== 'date');
const offsets = typedKeys(zones);

/** Fractions whose next tenth and hundredth are in the same second: misread as thousandths, those would be below. */
const hasTellingFraction = (instant: string): boolean => /\.(?:[1-8][1-8]\d|0[1-8]\d)Z$/.test(instant);

export const rangeChecks: Checks = {
  'ranges-are-sound-and-complete': onCollections(['FILT-1', 'FILT-3', 'FILT-10', 'FILT-12', 'SHAPE-4'], {
    title: 'lt, lte, gt and gte keep exactly the expected rows, to the millisecond or integer, and no nulls',
    run: (context, subject) =>
      eachOf(rangeFilters(subject), context, subject, async ({ field }, { first, middle, last, chosen }, scale) => {
        const near = (by: number): string => scale.write(scale.read(middle) + by);
        for (const operator of rangeOperators) {
          const edge = operator.startsWith('l') ? first : last;
          const other = context.random.pick([edge, near(1), near(-1)]) ?? edge;
          for (const bound of new Set([middle, other]))
            await expectAnswer(context, subject, { conditions: [at(field, operator, bound)] }, chosen);
        }
      }),
  }),
  'two-bounds-both-apply': onCollections(['FILT-5', 'FILT-1', 'FILT-12'], {
    title: 'all range operators of one field apply, even if no row is left between them',
    run: (context, subject) =>
      eachOf(rangeFilters(subject), context, subject, async ({ field }, { first, middle, last, chosen }) => {
        for (const conditions of [
          [at(field, 'gte', first), at(field, 'lt', middle)],
          [at(field, 'gt', middle), at(field, 'lte', last)],
          [at(field, 'gt', middle), at(field, 'lt', middle)],
          [at(field, 'gte', middle), at(field, 'lte', middle)],
          [at(field, 'gt', middle), at(field, 'gte', first)],
        ])
          await expectAnswer(context, subject, { conditions }, chosen);
      }),
  }),
  'a-date-is-its-midnight': onCollections(['FILT-5'], {
    title: 'a date means its 00:00:00.000Z, with each of the four operators',
    run: (context, subject) =>
      eachOf(timeFilters(subject), context, subject, async (filter, _, scale) => {
        const { field } = filter;
        for (const midnight of tellingMidnights(listInstants(subject, field))) {
          const rows = rowsAround(context, subject, filter, midnight, scale);
          for (const operator of rangeOperators)
            await expectForm(context, subject, rows, at(field, operator, midnight), midnight.slice(0, 10));
        }
      }),
  }),
  'the-same-instant-in-every-form': onCollections(['FILT-5'], {
    title: 'each precision and each offset up to ±23:59 means the same instant',
    run: (context, subject) =>
      eachOf(timeFilters(subject), context, subject, async (filter, { middle }, scale) => {
        const { field } = filter;
        const source = listInstants(subject, field).find(hasTellingFraction) ?? middle;
        const rows = rowsAround(context, subject, filter, source, scale);
        for (let form = 0; form < offsets.length; form += 1) {
          const [precision = 'second', zone = 'Z'] = [times[form % times.length], offsets[form % offsets.length]];
          const { unit } = precisions[precision];
          // The next time that the form can express, just above a row.
          const time = Math.ceil(Date.parse(source) / unit) * unit;
          const condition = at(field, form % 2 === 0 ? 'gte' : 'lt', new Date(time).toISOString());
          await expectForm(context, subject, rows, condition, writeTime(time, precision, zone));
        }
      }),
  }),
};
