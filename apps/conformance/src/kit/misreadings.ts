import { type FilterField, filterTable, rangeOperators, setOperators } from '@resource-catalogue/contracts';
import { grouped } from '../grouped.js';
import { readIds, type Row, toText } from '../json.js';
import { expectedAnswer, type Condition, filteredValues, matcher } from '../oracle.js';
import type { AskedQuestion } from './asked-question.js';

/** A possible misreading of a question, in words, and the rows that it would return. */
type Misreading = readonly [words: string, rows: () => readonly Row[]];

/** The misreading that would return exactly these rows, optionally after a given row; null if there is none. */
export function findMisreading(
  asked: AskedQuestion,
  all: readonly Row[],
  shown: readonly Row[],
  previous?: string,
): string | null {
  const ids = readIds(shown).join();
  const startIn = (answer: readonly string[]): number => (previous === undefined ? 0 : answer.indexOf(previous) + 1);
  for (const [words, rows] of misreadings(asked, all)) {
    const answer = readIds(rows());
    const start = startIn(answer);
    if (answer.slice(start, start + asked.limit).join() === ids) return words;
  }
  const right = readIds(expectedAnswer({ contract: asked.contract, rows: all }, asked));
  const start = startIn(right);
  const isFrom = (place: number): boolean => right.slice(place, place + shown.length).join() === ids;
  if (shown.length === 0 || start === 0) return null;
  if (isFrom(start + 1)) return 'it skipped the first row after the cursor';
  return isFrom(start - 1) ? 'it repeated the last row of the page before' : null;
}

function* misreadings({ contract, conditions, sort }: AskedQuestion, all: readonly Row[]): Iterable<Misreading> {
  const known = { contract, rows: all };
  const asking =
    (own: readonly Condition[], order = sort) =>
    (): Row[] =>
      expectedAnswer(known, { conditions: own, sort: order });
  const right = asking(conditions);
  for (const condition of conditions) {
    const instead = (...others: Condition[]) =>
      asking(conditions.flatMap((one) => (one === condition ? others : [one])));
    const filter = `filters[${condition.field}][${condition.operator}]`;
    yield [`it ignored ${filter}`, instead()];
    for (const [words, other] of mistaken(condition, filter, filterTable(contract.filters)))
      yield [words, instead(other)];
    const isNull = (row: Row): boolean => filteredValues(contract, row, condition.field).length === 0;
    yield [`${filter} omitted the rows without a ${condition.field}`, () => right().filter((row) => !isNull(row))];
    const inSeconds = matcher(contract, { ...condition, values: condition.values.map(toSecond) });
    const field = condition.field;
    yield [
      `it compared ${filter} by the second`,
      () => instead()().filter((row) => inSeconds({ ...row, [field]: toSecond(toText(row[field])) })),
    ];
    const kept = matcher(contract, condition);
    yield [
      `${filter} kept the rows without a ${condition.field}`,
      () => instead()().filter((row) => kept(row) || isNull(row)),
    ];
  }
  if (conditions.length > 1) {
    yield ['it ignored all filters', asking([])];
    const matchers = conditions.map((condition) => matcher(contract, condition));
    yield ['it joined the filters by OR', () => asking([])().filter((row) => matchers.some((matches) => matches(row)))];
  }
  const order = sort ?? contract.defaultSort;
  const [field, sign] = [order.replace(/^-/, ''), order.startsWith('-') ? '' : '-'];
  if (sort !== null) yield [`it ignored sort=${sort}`, asking(conditions, null)];
  yield [`it sorted by ${sign}${field}`, asking(conditions, `${sign}${field}`)];
  yield [`it sorted rows that tie in ${field} by id in the other direction`, () => withTiesTurned(right(), field)];
  for (const other of contract.sorts)
    if (other !== field) yield [`it sorted by ${other}`, asking(conditions, sign === '' ? `-${other}` : other)];
  yield ['it omitted soft-deleted rows', () => right().filter((row) => (row['soft_deleted_at'] ?? null) === null)];
  yield ['it omitted drafts', () => right().filter((row) => row['publication_state'] !== 'draft')];
}

const toSecond = (time: string): string => time.replace(/\.\d{3}Z$/, '.000Z');

/** Conditions that this one may be mistaken for. */
function* mistaken(
  condition: Condition,
  filter: string,
  fields: ReadonlyMap<string, FilterField>,
): Iterable<readonly [string, Condition]> {
  const { field, operator, values } = condition;
  const isSet = operator === 'in' || operator === 'not_in';
  for (const other of isSet ? setOperators : operator === 'eq' ? [] : rangeOperators)
    if (other !== operator) yield [`it mistook ${filter} for ${other}`, { ...condition, operator: other }];
  if (operator === 'eq') yield [`it reversed ${filter}`, { ...condition, values: [String(values[0] !== 'true')] }];
  if (values.length > 1) {
    for (const value of values)
      yield [`it kept only the value ${value} of ${filter}`, { ...condition, values: [value] }];
    for (const value of values)
      yield [
        `it ignored the value ${value} of ${filter}`,
        { ...condition, values: values.filter((one) => one !== value) },
      ];
  }
  for (const other of fields.values())
    if (other.field !== field && other.kind === fields.get(field)?.kind && operator !== 'eq')
      yield [`${filter} read ${other.field}`, { ...condition, field: other.field }];
}

/** The rows in order, with rows of equal value reversed. */
const withTiesTurned = (rows: readonly Row[], field: string): Row[] =>
  [...grouped(rows, (row) => toText(row[field])).values()].flatMap((tied) => tied.reverse());
