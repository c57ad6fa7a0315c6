import { type FilterField, rangeOperators } from '@resource-catalogue/contracts';
import { type Row, toText } from '../json.js';
import type { Condition } from '../oracle.js';
import { expectMatchingRows } from '../kit/request-pages.js';
import { type Checks, onCollections } from '../kit/check.js';
import { contrastingRows, listPoints } from '../kit/choose.js';
import type { CheckContext } from '../kit/context.js';
import { isRange, type Subject } from '../kit/subject.js';
import { type Scale, scaleOf } from '../scale.js';

/** The rows at and next to a value, some with a null, and some others. */
function rowsAround(context: CheckContext, subject: Subject, { field }: FilterField, point: string, scale: Scale) {
  const known = subject.rows.filter((row) => row[field] !== null);
  const distance = (row: Row): number => Math.abs(scale.read(toText(row[field])) - scale.read(point));
  const near = known.map((row) => ({ row, away: distance(row) })).sort((a, b) => a.away - b.away);
  const others = contrastingRows(subject, field, context.random, 16);
  return [...new Set([...near.slice(0, 14).map(({ row }) => row), ...others])].slice(0, 30);
}

export const rangeChecks: Checks = {
  'ranges-are-sound-and-complete': onCollections(['FILT-1', 'FILT-3', 'FILT-5', 'FILT-10', 'FILT-12', 'SHAPE-4'], {
    title: 'lt, lte, gt and gte, alone or two of them, keep exactly the expected rows, to the millisecond',
    run: async (context, subject) => {
      let ran = 0;
      for (const filter of subject.filters.filter(isRange)) {
        const scale = scaleOf(filter.kind);
        const points = listPoints(subject, filter);
        const [last, middle] = [points.at(-1), points[Math.floor(points.length / 2)]];
        if (scale === null || last === undefined || middle === undefined) continue;
        ran += 1;
        const chosen = rowsAround(context, subject, filter, middle, scale);
        const at = (operator: Condition['operator'], bound: string): Condition => ({
          ...{ field: filter.field, operator },
          values: [bound],
        });
        const near = (by: number): string => scale.write(scale.read(middle) + by);
        for (const conditions of [
          ...rangeOperators.map((operator) => [at(operator, middle)]),
          [at('gte', near(-1)), at('lt', near(1))],
          [at('gt', middle), at('lte', last)],
          // No row is left between these.
          [at('gt', middle), at('lt', middle)],
        ])
          await expectMatchingRows(context, subject, { conditions }, chosen);
      }
      context.need(ran > 0, 'no row has a value to filter by');
    },
  }),
};
