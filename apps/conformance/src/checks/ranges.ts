import { rangeOperators, type FilterField } from '@resource-catalogue/contracts';
import type { Row } from '../census/row.js';
import type { Condition } from '../oracle/condition.js';
import { answerOf } from '../oracle/answer.js';
import { textOf } from '../json.js';
import { isAskable } from './askable.js';
import { askPage, expectAnswer, expectShown } from './ask-list.js';
import { inFamily, onCollections } from './check.js';
import { said, tellingRows } from './points.js';
import { rangeFilters, type Subject } from './subject.js';
import type { Trial } from './trial.js';

const beside = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString();

/** The same instant as a clock at an offset shows it. */
function atOffset(instant: string, minutes: number): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const size = Math.abs(minutes);
  const local = beside(instant, minutes * 60_000).slice(0, -1);
  return `${local}${minutes < 0 ? '-' : '%2B'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The instants of a field in the census, in order; none where every row's is null. */
function instantsOf({ rows }: Subject, field: string): string[] {
  const times = rows.map((row) => row[field]).filter((value) => typeof value === 'string');
  return times
    .filter((time) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(time) && isAskable({ kind: 'datetime' }, time))
    .sort();
}

async function eachRange(
  trial: Trial,
  subject: Subject,
  run: (filter: FilterField, times: readonly [string, string, string], chosen: Row[]) => Promise<void>,
): Promise<void> {
  let ran = 0;
  for (const filter of rangeFilters(subject)) {
    const times = instantsOf(subject, filter.field);
    const [first, last, middle] = [times[0], times.at(-1), times[Math.floor(times.length / 2)]];
    if (first === undefined || last === undefined || middle === undefined) continue;
    await run(filter, [first, middle, last], rowsAround(trial, subject, filter.field, middle));
    ran += 1;
  }
  trial.need(ran > 0, 'no row has a time to ask for');
}

/** Rows at, and just beside, an instant, some with a null, and some from anywhere. */
function rowsAround(trial: Trial, subject: Subject, field: string, instant: string): Row[] {
  const dated = subject.rows.filter((row) => typeof row[field] === 'string');
  const distance = (row: Row): number => Math.abs(Date.parse(textOf(row[field])) - Date.parse(instant));
  const near = dated.map((row) => ({ row, away: distance(row) })).sort((a, b) => a.away - b.away);
  const others = tellingRows(subject, field, trial.random, 16);
  return [...new Set([...near.slice(0, 14).map(({ row }) => row), ...others])].slice(0, 30);
}

async function ask(trial: Trial, subject: Subject, conditions: readonly Condition[], chosen: Row[]): Promise<void> {
  await expectAnswer(
    trial,
    subject,
    { conditions, sort: null },
    `rows with ${conditions.map(said).join(' and ')}`,
    chosen,
  );
}

const common: readonly string[] = ['created_at', 'updated_at'];

export const rangeChecks = inFamily('ranges', [
  onCollections({
    id: 'ranges-are-sound-and-complete',
    rules: ['FILT-1', 'FILT-3', 'FILT-10', 'SHAPE-4'],
    title: 'lt, lte, gt and gte keep exactly the rows that the census says, to the millisecond, and no null',
    run: async (trial, subject) => {
      await eachRange(trial, subject, async ({ field }, [first, middle, last], chosen) => {
        for (const operator of rangeOperators) {
          const edge = operator.startsWith('l') ? first : last;
          const other = trial.random.pick([edge, beside(middle, 1), beside(middle, -1)]) ?? edge;
          for (const instant of new Set([middle, other])) {
            await ask(trial, subject, [{ field, operator, values: [instant] }], chosen);
          }
        }
      });
    },
  }),
  onCollections({
    id: 'two-bounds-both-apply',
    rules: ['FILT-5', 'FILT-1'],
    title: 'range operators of one field all apply, also where nothing is left between them',
    run: async (trial, subject) => {
      await eachRange(trial, subject, async ({ field }, [first, middle, last], chosen) => {
        const bounds: readonly (readonly Condition[])[] = [
          [at(field, 'gte', first), at(field, 'lt', middle)],
          [at(field, 'gt', middle), at(field, 'lte', last)],
          [at(field, 'gt', middle), at(field, 'lt', middle)],
          [at(field, 'gte', middle), at(field, 'lte', middle)],
          [at(field, 'gt', middle), at(field, 'gte', first)],
        ];
        for (const conditions of bounds) await ask(trial, subject, conditions, chosen);
      });
    },
  }),
  onCollections({
    id: 'a-date-is-its-midnight',
    rules: ['FILT-5'],
    title: 'a date alone stands for its 00:00:00.000Z, with each of the four operators',
    run: async (trial, subject) => {
      await eachRange(trial, subject, async ({ field }, [, middle], chosen) => {
        const date = middle.slice(0, 10);
        for (const operator of rangeOperators) {
          await expectForm(trial, subject, at(field, operator, `${date}T00:00:00.000Z`), date, chosen);
        }
      });
    },
  }),
  onCollections({
    id: 'the-same-instant-in-every-form',
    rules: ['FILT-5'],
    title: 'Z, no zone, offsets and longer fractions of the same instant mean the same',
    run: async (trial, subject) => {
      await eachRange(trial, subject, async ({ field }, [first, middle], chosen) => {
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
        // The two that every collection has meet every form many times, on one collection or another.
        const asked = common.includes(field) ? trial.random.sample(all, 5) : all;
        for (const [condition, written] of asked) await expectForm(trial, subject, condition, written, chosen);
      });
    },
  }),
]);

/** One and two fraction digits, just above a row: read as thousandths they would lie below it. */
function shortFractions(subject: Subject, field: string): (readonly [Condition, string])[] {
  const time = instantsOf(subject, field).find((one) => /\.(?:[1-8]\d\d|0[1-9]\d)Z$/.test(one));
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

/** The text means the instant of the condition: the chosen rows show whether it does. */
async function expectForm(
  trial: Trial,
  subject: Subject,
  condition: Condition,
  written: string,
  chosen: readonly Row[],
): Promise<void> {
  const within = `filters[id][in]=${chosen.map(({ id }) => textOf(id)).join(',')}`;
  const filter = `filters[${condition.field}][${condition.operator}]=${written}`;
  const page = await askPage(trial, subject.path, `${filter}&${within}&limit=30`);
  const known = { contract: subject.contract, rows: chosen };
  const answer = answerOf(known, { conditions: [condition], sort: null });
  expectShown(page, answer, `the rows with ${said(condition)}, written as ${written}`);
}
