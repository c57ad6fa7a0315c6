import { isObject, type Json, type Row, toText } from '../../json.js';
import type { Random } from '../context/random.js';

/** The maximum number of values of an enumeration; with more, only the kind of a value counts. */
const maxWords = 12;

/** The maximum number of rows to search. */
const maxRows = 500;

/** A few rows that cover every form of every value: null or not, each enumeration value, and arrays of each length. */
export function rowsOfEveryForm(rows: readonly Row[], random: Random, max: number): Row[] {
  const words = new Map<string, Set<Json>>();
  const left = random.sample(rows, maxRows).map((row) => ({ row, leaves: listLeaves(row) }));
  for (const [path, value] of left.flatMap(({ leaves }) => leaves))
    words.set(path, (words.get(path) ?? new Set()).add(value));
  const formsOf = (leaves: readonly Leaf[]): string[] =>
    leaves.map(
      ([path, value]) => `${path}: ${(words.get(path)?.size ?? 0) > maxWords ? describeKind(value) : toText(value)}`,
    );
  const candidates = left.map(({ row, leaves }) => ({ row, forms: new Set(formsOf(leaves)) }));
  const chosen: Row[] = [];
  while (chosen.length < max) {
    const [best] = candidates.sort((one, other) => other.forms.size - one.forms.size);
    if (best === undefined || best.forms.size === 0) break;
    chosen.push(best.row);
    const shown = [...best.forms];
    for (const { forms } of candidates) for (const form of shown) forms.delete(form);
  }
  return chosen;
}

type Leaf = readonly [path: string, value: Json];

function listLeaves(value: Json, path = ''): Leaf[] {
  if (Array.isArray(value))
    return [[`${path}.length`, Math.min(value.length, 2)], ...value.flatMap((item) => listLeaves(item, `${path}[]`))];
  if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => listLeaves(inner, `${path}.${key}`));
  return [[path, value]];
}

function describeKind(value: Json): string {
  if (typeof value === 'number') return String(Math.sign(value));
  return typeof value !== 'string' || value === ''
    ? JSON.stringify(value)
    : /[^\x20-\x7e]/.test(value)
      ? 'not ASCII'
      : 'text';
}
