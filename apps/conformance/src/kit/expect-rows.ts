import { filterTable } from '@resource-catalogue/contracts';
import { readId, readIds, type Row, sameJson, toText, valueDifferences } from '../json.js';
import { filteredValues } from '../oracle.js';
import type { CollectionSnapshot } from '../snapshot.js';
import type { Exchange } from '../target/exchange.js';
import { failRows } from './violation.js';
import { contrast, differenceNotes, listSome } from './differences.js';
import { type ParsedQuestion, parseQuestion } from './parse-question.js';

type ListQuestion = Omit<ParsedQuestion, 'limit' | 'cursor'>;

interface RowDifference {
  readonly observed: string;
  readonly rows: readonly Row[];
  readonly notes: readonly string[];
}

/** The difference between returned and expected rows, with their ids and common traits; null if there is none. */
export function rowDifference(
  { request }: Exchange,
  rows: readonly Row[],
  expected: readonly Row[],
): RowDifference | null {
  const question = parseQuestion(request.path);
  const [shown, wanted] = [new Set(readIds(rows)), new Set(readIds(expected))];
  const missing = expected.filter((row) => !shown.has(readId(row)));
  const extra = rows.filter((row) => !wanted.has(readId(row)));
  if (missing.length > 0 || extra.length > 0) {
    const observed = [
      ...(extra.length > 0 ? [`${extra.length} of ${rows.length} rows are not expected`] : []),
      ...(missing.length > 0 ? [`${missing.length} of ${expected.length} rows are missing`] : []),
    ];
    const right = expected.filter((row) => shown.has(readId(row)));
    const place = expected.findIndex((row) => !shown.has(readId(row))) + 1;
    const notes = [
      ...rowNotes(question, 'Missing', missing, [...right, ...extra]),
      ...(place > 0 && expected.length > 1 ? [`The first of them belongs in row ${place} of ${expected.length}.`] : []),
      ...rowNotes(question, 'Not expected', extra, expected),
    ];
    return { observed: observed.join(' and '), rows: [...extra, ...missing], notes };
  }
  if (rows.length !== expected.length) {
    const again = readIds(rows).filter((id, place, all) => all.indexOf(id) < place);
    const observed = `${rows.length} rows, some of them repeated, instead of ${expected.length}`;
    return { observed, rows, notes: [`Repeated: ${listSome(again)}.`] };
  }
  const isMoved = (row: Row, at: number): boolean => readId(row) !== readId(expected[at] ?? {});
  const place = rows.findIndex(rows.some(isMoved) ? isMoved : (row, at) => !sameJson(row, expected[at]));
  const [found, due] = [rows[place], expected[place]];
  if (!found || !due) return null;
  if (readId(found) !== readId(due)) {
    const notes = question ? orderNotes(question, place, found, due) : [];
    return { observed: `another order from row ${place + 1} on`, rows: rows.slice(place), notes };
  }
  const values = valueDifferences(due, found);
  const observed = `the row ${readId(found)} differs from before at ${values.map(({ path }) => path).join(', ')}`;
  return { observed, rows: [found, due], notes: differenceNotes(values, 'before', 'now') };
}

/** The ids of rows, and the traits that distinguish them from others. */
export function rowNotes(
  question: ListQuestion | null,
  which: string,
  rows: readonly Row[],
  others: readonly Row[],
): string[] {
  if (rows.length === 0) return [];
  const traits = question ? [...boundTraits(question, rows), ...valueTraits(question, rows, others)] : [];
  const all = rows.length === 1 ? 'It has' : `All ${rows.length} have`;
  return [`${which}: ${listSome(readIds(rows))}.`, ...traits.slice(0, maxTraits).map((trait) => `${all} ${trait}.`)];
}

const maxTraits = 3;

/** Expects every row to satisfy a condition; reports the ids of the others and the traits that distinguish them. */
export function expectEveryRow(
  { contract, rows }: Pick<CollectionSnapshot, 'contract' | 'rows'>,
  isRight: (row: Row) => boolean,
  say: (row: Row) => readonly [expected: string, observed: string],
): void {
  const [wrong, right] = [rows.filter((row) => !isRight(row)), rows.filter(isRight)];
  const [first] = wrong;
  if (!first) return;
  const notes = rowNotes(
    { contract, conditions: [], sort: null },
    `${wrong.length} of ${rows.length} rows are wrong`,
    wrong,
    right,
  );
  failRows(wrong, ...say(first), null, notes);
}

/** The distances from a bound that are worth reporting: typical errors are off by an edge, a fraction or a zone. */
const distances = [
  [0, 'exactly at'],
  [1000, 'within a second of'],
  [86_400_000, 'within a day of'],
] as const;

function boundTraits({ contract, conditions }: ListQuestion, rows: readonly Row[]): string[] {
  return conditions.flatMap(({ field, operator, values: [bound = ''] }) => {
    if (!operator.startsWith('l') && !operator.startsWith('g')) return [];
    const away = rows.map((row) =>
      Math.abs(Date.parse(filteredValues(contract, row, field)[0] ?? '') - Date.parse(bound)),
    );
    const near = distances.find(([most]) => away.every((one) => one <= most));
    return near ? [`a ${field} ${near[1]} the bound ${bound} of ${operator}`] : [];
  });
}

/** Nulls and values that all of these rows share and few others have; fields of the question first. */
function valueTraits({ contract, conditions, sort }: ListQuestion, rows: readonly Row[], others: readonly Row[]) {
  const questionFields = new Set([
    ...conditions.map(({ field }) => field),
    ...(sort === null ? [] : [sort.replace(/^-/, '')]),
  ]);
  const filters = filterTable(contract.filters);
  const fields = new Set([...questionFields, ...filters.keys()]);
  fields.delete('id');
  return [...fields].flatMap((field) => {
    const valueOf = (row: Row): string => {
      if (!filters.has(field)) return toText(row[field]);
      const values = filteredValues(contract, row, field);
      return filters.get(field)?.kind === 'boolean' ? String(values.length > 0) : values.join(', ');
    };
    const [value = '', ...more] = new Set(rows.map(valueOf));
    const same = others.filter((row) => valueOf(row) === value).length;
    // A few rows may share a value by chance.
    const tells =
      rows.length > 1
        ? same === 0 || (questionFields.has(field) && same < others.length)
        : questionFields.has(field) && value === '' && same === 0;
    if (more.length > 0 || !tells) return [];
    const also = `${same === 0 ? 'none' : same} of the ${others.length} other rows ${same > 1 ? 'do' : 'does'}`;
    const beside = others.length === 0 ? '' : `; ${also}`;
    return [`${value === '' ? `no ${field} (null or empty)` : `the ${field} ${value}`}${beside}`];
  });
}

function orderNotes({ sort: requestedSort, contract }: ListQuestion, place: number, found: Row, due: Row): string[] {
  const sort = requestedSort ?? contract.defaultSort;
  const field = sort.replace(/^-/, '');
  const [one, other] = contrast(toText(found[field]), toText(due[field]));
  const direction = sort.startsWith('-') ? 'descending' : 'ascending';
  return [
    `Row ${place + 1} is ${readId(found)} with ${field} ${one}, instead of ${readId(due)} with ${field} ${other}.`,
    ...(one === other ? [`They tie in ${field}, so their ids decide, ${direction} like the sort (SORT-2).`] : []),
  ];
}
