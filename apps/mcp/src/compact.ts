import { isObject } from '@resource-catalogue/contracts';

/** Maximum number of characters of a result. */
export const maxCharacters = 20_000;
/** Maximum number of characters of the rows in a result, which leaves space for a cursor. */
const maxRowCharacters = 15_000;
const longestText = 500;

/** Leaves out nulls and rendered HTML (SHAPE-6), and shortens texts and arrays, further if the result is too long. */
export function compact(value: unknown, longest = longestText): unknown {
  const smaller = cut(value, longest);
  const fits = longest === 0 || JSON.stringify(smaller).length <= maxRowCharacters;
  return fits ? smaller : compact(value, Math.floor(longest / 2));
}

function cut(value: unknown, longest: number): unknown {
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}… (cut)` : value;
  if (Array.isArray(value)) {
    const items = value.slice(0, Math.ceil(longest / 5)).map((item) => cut(item, longest));
    return items.length < value.length ? [...items, `… (${value.length - items.length} more)`] : items;
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key, inner]) => inner !== null && !key.endsWith('_rendered'));
  return Object.fromEntries(kept.map(([key, inner]) => [key, cut(inner, longest)]));
}

/** The first rows that fit into a result together; at least one. */
export function takeFitting(rows: readonly unknown[]): unknown[] {
  let characters = 0;
  const small = rows.map((row) => compact(row));
  const end = small.findIndex((row) => (characters += JSON.stringify(row).length + 1) > maxRowCharacters);
  return end < 0 ? small : small.slice(0, Math.max(end, 1));
}
