import type { FilterField } from '@resource-catalogue/contracts';
import { textOf, idOf, type Row } from '../../json.js';
import { filteredValues } from '../../oracle.js';
import { nearUnknownId } from '../context/operations.js';
import type { Random } from '../context/random.js';
import type { Subject } from '../context/subject.js';
import { contrastingRows, instantsOf, unusedValue } from '../requests/data-points.js';

// Rows among which a filter keeps some and drops others, so that one that does nothing, or too much, is seen.

/** As many as are looked at together: a query that names them has room for more. */
const mostRows = 30;

type Index = ReadonlyMap<string, readonly Row[]>;

const indices = new WeakMap<readonly Row[], Map<string, Index>>();

/** The rows by each value that a filter reads in them. Rows do not change: they are read once. */
function rowsByValue({ contract, rows }: Subject, field: string): Index {
  const known = indices.get(rows) ?? new Map<string, Index>();
  indices.set(rows, known);
  const found = known.get(field);
  if (found) return found;
  const index = new Map<string, Row[]>();
  for (const row of rows) {
    for (const value of filteredValues(contract, row, field)) {
      const own = index.get(value) ?? [];
      own.push(row);
      index.set(value, own);
    }
  }
  known.set(field, index);
  return index;
}

/** Rows that have a value of the set, one for each value at least, and rows that have none; of ids, only the former. */
export function rowsWithValues(subject: Subject, field: string, values: readonly string[], random: Random): Row[] {
  const index = rowsByValue(subject, field);
  const having = values.flatMap((value) => index.get(value)?.slice(0, field === 'id' ? 1 : 2) ?? []);
  const others = contrastingRows(subject, field, random, 12);
  return [...new Set([...having.slice(0, mostRows - 6), ...others])].slice(0, mostRows);
}

/** All rows that have one of these ids. */
export function rowsOfIds({ rows }: Subject, ids: readonly string[]): Row[] {
  const wanted = new Set(ids);
  return rows.filter((row) => wanted.has(idOf(row)));
}

/** The time of a row, the rows whose times are the nearest to it, some that are far from it, and some without any. */
export function rowsAround(subject: Subject, field: string, random: Random): { time: number; rows: Row[] } {
  const instants = instantsOf(subject, field);
  const index = rowsByValue(subject, field);
  // A fraction that is lost is seen where it is none of zeros.
  const fractions = instants.filter((instant) => !instant.endsWith('.000Z'));
  const chosen = random.pick(fractions.length > 0 ? fractions : instants);
  const place = chosen === undefined ? 0 : instants.indexOf(chosen);
  const near = instants.slice(Math.max(0, place - 4), place + 5);
  const far = random.sample(instants, 4);
  const timed = [...near, ...far].flatMap((instant) => index.get(instant) ?? []).slice(0, mostRows - 4);
  const without = subject.rows.filter((row) => textOf(row[field] ?? null) === 'null').slice(0, 4);
  // Where no row has a time, no row may be found by any.
  const time = Date.parse(instants[place] ?? '2026-03-01T09:07:05.432Z');
  return { time, rows: [...new Set([...timed, ...without])] };
}

/** So many values that nothing has, if there are that many. */
export function unusedValues(filter: FilterField, used: readonly string[], count: number): string[] {
  if (count === 0) return [];
  const first = unusedValue(filter, used);
  if (filter.kind === 'enum' || first === undefined) return first === undefined ? [] : [first];
  const more = Array.from({ length: count - 1 }, (_, index) =>
    filter.kind === 'uuid' ? nearUnknownId(index) : `${first}-${index}`,
  );
  return [first, ...more];
}
