import { type FilterField, rangeOperators } from '@resource-catalogue/contracts';
import { type Row, toText } from '../../json.js';
import { expectedAnswer, type Condition, described, within } from '../../oracle.js';
import type { CheckContext } from '../../kit/context.js';
import { type Checks, onCollections } from '../../kit/check.js';
import { rangeFilters, type Subject } from '../../kit/subject.js';
import { contrastingRows, listInstants } from '../../kit/choose.js';
import { askPage, expectAnswer, expectShown } from '../../kit/ask.js';

const beside = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString();

const day = 24 * 3_600_000;

function atOffset(instant: string, minutes: number): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const size = Math.abs(minutes);
  const local = beside(instant, minutes * 60_000).slice(0, -1);
  return `${local}${minutes < 0 ? '-' : '%2B'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

async function eachRange(
  context: CheckContext,
  subject: Subject,
  run: (filter: FilterField, times: readonly [string, string, string], chosen: Row[]) => Promise<void>,
): Promise<void> {
  let ran = 0;
  for (const filter of rangeFilters(subject)) {
    const times = listInstants(subject, filter.field);
    const [first, last, middle] = [times[0], times.at(-1), times[Math.floor(times.length / 2)]];
    if (first === undefined || last === undefined || middle === undefined) continue;
    await run(filter, [first, middle, last], rowsAround(context, subject, filter.field, middle));
    ran += 1;
  }
  context.need(ran > 0, 'no row has a time to filter by');
}

/** Rows at and next to an instant, some with a null, and some random ones. */
function rowsAround(context: CheckContext, subject: Subject, field: string, instant: string): Row[] {
  const dated = subject.rows.filter((row) => typeof row[field] === 'string');
  const distance = (row: Row): number => Math.abs(Date.parse(toText(row[field])) - Date.parse(instant));
  const near = dated.map((row) => ({ row, away: distance(row) })).sort((a, b) => a.away - b.away);
  const others = contrastingRows(subject, field, context.random, 16);
  return [...new Set([...near.slice(0, 14).map(({ row }) => row), ...others])].slice(0, 30);
}

const toMidnight = (instant: string): string => `${instant.slice(0, 10)}T00:00:00.000Z`;

/** The midnights next to an instant, on both sides, which reveal a misread date. */
function tellingMidnights(instants: readonly string[]): Set<string> {
  const distance = (instant: string, midnight: string): number => Math.abs(Date.parse(instant) - Date.parse(midnight));
  const closest = (midnightBy: (instant: string) => string): string[] =>
    instants
      .map((instant) => ({ midnight: midnightBy(instant), away: distance(instant, midnightBy(instant)) }))
      .sort((a, b) => a.away - b.away)
      .slice(0, 1)
      .map(({ midnight }) => midnight);
  return new Set([...closest(toMidnight), ...closest((instant) => toMidnight(beside(instant, day)))]);
}

const common: readonly string[] = ['created_at', 'updated_at'];

export const rangeChecks: Checks = {
  'ranges-are-sound-and-complete': onCollections(['FILT-1', 'FILT-3', 'FILT-10', 'SHAPE-4'], {
    title: 'lt, lte, gt and gte keep exactly the expected rows, to the millisecond, and no nulls',
    run: (context, subject) =>
      eachRange(context, subject, async ({ field }, [first, middle, last], chosen) => {
        for (const operator of rangeOperators) {
          const edge = operator.startsWith('l') ? first : last;
          const other = context.random.pick([edge, beside(middle, 1), beside(middle, -1)]) ?? edge;
          for (const instant of new Set([middle, other]))
            await expectAnswer(context, subject, { conditions: [at(field, operator, instant)] }, chosen);
        }
      }),
  }),
  'two-bounds-both-apply': onCollections(['FILT-5', 'FILT-1'], {
    title: 'all range operators of one field apply, even if no row is left between them',
    run: (context, subject) =>
      eachRange(context, subject, async ({ field }, [first, middle, last], chosen) => {
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
      eachRange(context, subject, async ({ field }) => {
        for (const midnight of tellingMidnights(listInstants(subject, field))) {
          const rows = rowsAround(context, subject, field, midnight);
          for (const operator of rangeOperators)
            await expectForm(context, subject, at(field, operator, midnight), midnight.slice(0, 10), rows);
        }
      }),
  }),
  'the-same-instant-in-every-form': onCollections(['FILT-5'], {
    title: 'Z, no zone, offsets and longer fractions of the same instant are equivalent',
    run: (context, subject) =>
      eachRange(context, subject, async ({ field }, [first, middle], chosen) => {
        const bare = middle.slice(0, -1);
        const minute = `${middle.slice(0, 16)}:00.000Z`;
        const second = `${middle.slice(0, 19)}.000Z`;
        const forms: readonly (readonly [Condition, string])[] = [
          [at(field, 'gte', middle), bare],
          [at(field, 'gt', middle), `${bare}999999Z`],
          [at(field, 'lte', middle), `${bare}9Z`],
          [at(field, 'gte', middle), atOffset(middle, 345)],
          [at(field, 'lte', middle), atOffset(middle, -210)],
          [at(field, 'lt', first), atOffset(first, 0)],
          [at(field, 'gte', minute), middle.slice(0, 16)],
          [at(field, 'gt', minute), `${middle.slice(0, 16)}Z`],
          [at(field, 'lt', second), `${middle.slice(0, 19)}Z`],
          [at(field, 'gte', second), `${middle.slice(0, 19)}.0Z`],
        ];
        const all = [...forms, ...shortFractions(subject, field)];
        // The two fields that every collection has cover each form many times, across collections.
        const asked = common.includes(field) ? context.random.sample(all, 5) : all;
        for (const [condition, written] of asked) await expectForm(context, subject, condition, written, chosen);
      }),
  }),
};

/** One and two fraction digits, just above a row: misread as thousandths, they would be below it. */
function shortFractions(subject: Subject, field: string): (readonly [Condition, string])[] {
  const time = listInstants(subject, field).find((one) => /\.(?:[1-8]\d\d|0[1-9]\d)Z$/.test(one));
  if (time === undefined) return [];
  const milliseconds = Number(time.slice(20, 23));
  const second = time.slice(0, 19);
  return [100, 10].flatMap((unit) => {
    const digits = String(Math.floor(milliseconds / unit) + 1).padStart(unit === 100 ? 1 : 2, '0');
    if (digits.length > (unit === 100 ? 1 : 2)) return [];
    return [[at(field, 'lt', `${second}.${digits.padEnd(3, '0')}Z`), `${second}.${digits}Z`] as const];
  });
}

const at = (field: string, operator: Condition['operator'], instant: string): Condition => ({
  field,
  operator,
  values: [instant],
});

async function expectForm(
  context: CheckContext,
  subject: Subject,
  condition: Condition,
  written: string,
  rows: readonly Row[],
): Promise<void> {
  const filter = `filters[${condition.field}][${condition.operator}]=${written}`;
  const page = await askPage(context, subject.path, `${filter}&${within(rows)}&limit=30`);
  const question = { conditions: [condition] };
  expectShown(page, expectedAnswer({ ...subject, rows }, question), `${described(question)}, written as ${written}`);
}
