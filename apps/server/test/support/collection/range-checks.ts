import { expect } from '@jest/globals';
import type { FilterField, Operator } from '@resource-catalogue/contracts';
import type { JsonObject } from '../json.js';
import { idsOf } from '../list-page.js';
import { both, keeps } from './filter-oracle.js';
import { valuesOf } from './filter-queries.js';
import { sorted } from './order.js';
import type { Subject } from './subject.js';

const day = 24 * 60 * 60 * 1000;

const millisecondsBeside = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString();

/** The same instant as a clock at the offset shows it. */
function atOffset(instant: string, hours: number, minutes: number): string {
  const local = millisecondsBeside(instant, (hours * 60 + Math.sign(hours) * minutes) * 60_000).slice(0, -1);
  const two = (part: number): string => String(Math.abs(part)).padStart(2, '0');
  return `${local}${hours < 0 ? '-' : '%2B'}${two(hours)}:${two(minutes)}`;
}

/** The edges of a field in the census, the instant between them, and the one that most rows share. */
function instantsOf({ contract, census }: Subject, field: string) {
  const frequent = valuesOf(contract, field, census);
  const times = [...frequent].sort();
  const [most, median, first, last] = [frequent[0], times[Math.floor(times.length / 2)], times[0], times.at(-1)];
  if (most && median && first && last) return { most, median, first, last };
  throw new Error(`${contract.name} has no ${field}: the seed must have some.`);
}

interface Bound {
  readonly operator: Operator;
  readonly instant: string;
}

const queryOf = (field: string, bounds: readonly Bound[]): string =>
  bounds.map(({ operator, instant }) => `filters[${field}][${operator}]=${instant}`).join('&');

function expectBetween(subject: Subject, field: string, bounds: readonly Bound[]): Promise<readonly JsonObject[]> {
  const conditions = bounds.map(({ operator, instant }) => keeps(subject.contract, field, operator, instant));
  return subject.expectKept(queryOf(field, bounds), both(...conditions));
}

/** One range operator at the edges of the census and a millisecond beside them; a bare date is the beginning of the day. */
export async function checkRange(subject: Subject, { field }: FilterField, operator: Operator): Promise<void> {
  const { first, median, last, most } = instantsOf(subject, field);
  const beside = [-1, 1].map((milliseconds) => millisecondsBeside(most, milliseconds));
  for (const instant of [first, last, most, ...beside]) {
    await expectBetween(subject, field, [{ operator, instant }]);
  }
  const date = median.slice(0, 10);
  const keep = keeps(subject.contract, field, operator, `${date}T00:00:00.000Z`);
  await subject.expectKept(`filters[${field}][${operator}]=${date}`, keep, true);
}

export async function checkForms(subject: Subject, { field }: FilterField): Promise<void> {
  const { most } = instantsOf(subject, field);
  const bare = most.slice(0, -1);
  for (const [operator, sent] of [
    ['gte', atOffset(most, 5, 45)],
    ['lte', atOffset(most, -3, 30)],
    ['gt', `${bare}999999Z`],
    ['lt', bare],
  ] as const) {
    await subject.expectKept(`filters[${field}][${operator}]=${sent}`, keeps(subject.contract, field, operator, most));
  }
}

/** Two operators on one field both apply, also in one direction, and where nothing is left between them. */
export async function checkBetween(subject: Subject, { field }: FilterField): Promise<void> {
  const { first, median, last } = instantsOf(subject, field);
  for (const lower of ['gt', 'gte'] as const) {
    for (const upper of ['lt', 'lte'] as const) {
      for (const [from, until] of [
        [first, median],
        [median, median],
        [last, first],
      ] as const) {
        const bounds = [
          { operator: lower, instant: from },
          { operator: upper, instant: until },
        ];
        await expectBetween(subject, field, bounds);
      }
    }
  }
  for (const [one, other] of [
    ['gt', 'gte'],
    ['lte', 'lt'],
  ] as const) {
    await expectBetween(subject, field, [
      { operator: one, instant: median },
      { operator: other, instant: median },
    ]);
  }
}

/** A closed range of some days is read in another way than a long one (ADR 2): its pages are the same. */
export async function checkShortRange(subject: Subject, { field }: FilterField): Promise<void> {
  const { median } = instantsOf(subject, field);
  const bounds: Bound[] = [
    { operator: 'gte', instant: millisecondsBeside(median, -15 * day) },
    { operator: 'lt', instant: millisecondsBeside(median, 15 * day) },
  ];
  const kept = await expectBetween(subject, field, bounds);
  expect(kept.length).toBeGreaterThan(0);
  const own = subject.contract.sorts.at(-1) ?? '';
  for (const sort of ['updated_at', '-updated_at', own, `-${own}`]) {
    const rows = await subject.walk(`${queryOf(field, bounds)}&sort=${sort}&limit=2`);
    expect({ sort, ids: idsOf(rows) }).toEqual({ sort, ids: idsOf(sorted(subject.contract, kept, sort)) });
  }
}
