import { isObject, type Json, type Row, textOf } from '../../json.js';
import type { Random } from '../context/random.js';

/** A field with more values than these is no enumeration: then only the kind of a value counts. */
const maxWords = 12;

/** Of many rows, so many are looked through. */
const maxRows = 500;

/** Rows that together have every form of every value: null or not, each word of an enumeration, lists of each length. */
export function rowsOfEveryForm(rows: readonly Row[], random: Random, most: number): Row[] {
  const words = new Map<string, Set<Json>>();
  const left = random.sample(rows, maxRows).map((row) => ({ row, leaves: leavesOf(row) }));
  for (const [path, value] of left.flatMap(({ leaves }) => leaves))
    words.set(path, (words.get(path) ?? new Set()).add(value));
  const formsOf = (leaves: readonly Leaf[]): string[] =>
    leaves.map(
      ([path, value]) => `${path}: ${(words.get(path)?.size ?? 0) > maxWords ? kindOf(value) : textOf(value)}`,
    );
  const candidates = left.map(({ row, leaves }) => ({ row, forms: new Set(formsOf(leaves)) }));
  const chosen: Row[] = [];
  while (chosen.length < most) {
    const [best] = candidates.sort((one, other) => other.forms.size - one.forms.size);
    if (best === undefined || best.forms.size === 0) break;
    chosen.push(best.row);
    const shown = [...best.forms];
    for (const { forms } of candidates) for (const form of shown) forms.delete(form);
  }
  return chosen;
}

type Leaf = readonly [path: string, value: Json];

function leavesOf(value: Json, path = ''): Leaf[] {
  if (Array.isArray(value))
    return [[`${path}.length`, Math.min(value.length, 2)], ...value.flatMap((item) => leavesOf(item, `${path}[]`))];
  if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${path}.${key}`));
  return [[path, value]];
}

function kindOf(value: Json): string {
  if (typeof value === 'number') return String(Math.sign(value));
  return typeof value !== 'string' || value === ''
    ? JSON.stringify(value)
    : /[^\x20-\x7e]/.test(value)
      ? 'not ASCII'
      : 'text';
}
