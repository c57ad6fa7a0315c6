import { type Row, idOf } from '../snapshot/row.js';
import type { Json } from '../json.js';

/** UTF-16 puts what lies beyond the first plane before the end of it; code points do not. */
const placeOf = (unit: number): number => (unit < 0xd800 ? unit : unit >= 0xe000 ? unit - 0x800 : unit + 0x2000);

/** SORT-1: text by code point. */
export function byCodePoint(one: string, other: string): number {
  if (one === other) return 0;
  const shared = Math.min(one.length, other.length);
  for (let index = 0; index < shared; index += 1) {
    const left = one.charCodeAt(index);
    const right = other.charCodeAt(index);
    if (left !== right) return placeOf(left) - placeOf(right);
  }
  return one.length - other.length;
}

function byValue(one: Json | undefined, other: Json | undefined): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return byCodePoint(typeof one === 'string' ? one : '', typeof other === 'string' ? other : '');
}

const known = new WeakMap<readonly Row[], Map<string, readonly Row[]>>();

/** SORT-1, SORT-2: the rows as a list with this sort shows them, ties by id in the same direction. */
export function sorted(rows: readonly Row[], sort: string): readonly Row[] {
  const orders = known.get(rows) ?? new Map<string, readonly Row[]>();
  known.set(rows, orders);
  const found = orders.get(sort);
  if (found) return found;
  const direction = sort.startsWith('-') ? -1 : 1;
  const field = sort.replace(/^-/, '');
  const order = [...rows].sort((a, b) => direction * (byValue(a[field], b[field]) || byCodePoint(idOf(a), idOf(b))));
  orders.set(sort, order);
  return order;
}
