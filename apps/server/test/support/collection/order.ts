import { type AnyCollectionContract, fieldTable } from '@resource-catalogue/contracts';
import { type JsonObject, textOf } from '@resource-catalogue/testing/json';

type Compare = (a: unknown, b: unknown) => number;

/** SORT-1: by code point, which is neither the order of UTF-16 units nor that of any language. */
function compareCodePoints(a: string, b: string): number {
  const left = Array.from(a, (character) => character.codePointAt(0) ?? 0);
  const right = Array.from(b, (character) => character.codePointAt(0) ?? 0);
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

const byText: Compare = (a, b) => compareCodePoints(textOf(a), textOf(b));
const byTime: Compare = (a, b) => Date.parse(textOf(a)) - Date.parse(textOf(b));
const byNumber: Compare = (a, b) => Number(a) - Number(b);

function comparatorOf(contract: AnyCollectionContract, field: string): Compare {
  const kind = fieldTable(contract.resource).get(field)?.kind;
  if (kind === 'text') return byText;
  if (kind === 'datetime') return byTime;
  if (kind === 'integer') return byNumber;
  throw new Error(`${contract.name} sorts by ${field}, which is ${kind ?? 'no field'}.`);
}

/** The rows in the order of a `sort`, ties by id in the same direction. */
export function sorted(contract: AnyCollectionContract, rows: readonly JsonObject[], sort: string): JsonObject[] {
  const field = sort.replace('-', '');
  const sign = sort.startsWith('-') ? -1 : 1;
  const compare = comparatorOf(contract, field);
  return [...rows].sort((a, b) => sign * (compare(a[field], b[field]) || byText(a['id'], b['id'])));
}
