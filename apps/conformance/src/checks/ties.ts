import type { Row } from '../census/row.js';
import { grouped } from '../grouped.js';
import { textOf } from '../json.js';
import type { Subject } from './subject.js';

/** Some rows among which as many as possible share their value of a field, and some neighbours that do not. */
export function groupedTies({ rows }: Subject, field: string, most: number): Row[] {
  const groups = [...grouped(rows, (row) => textOf(row[field])).values()].sort((a, b) => b.length - a.length);
  const [largest = [], ...others] = groups;
  return [...largest.slice(0, Math.ceil(most / 2)), ...others.flatMap((group) => group.slice(0, 2))].slice(0, most);
}
