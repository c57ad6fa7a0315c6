import { isWireInstant } from './instants.js';
import type { SortKind } from './list-query.js';
import { isUuid } from './uuids.js';

// The range of PostgreSQL's integer: a key outside it would fail in the database.
const lowestInteger = -2_147_483_648;
const highestInteger = 2_147_483_647;

/** Whether a cursor's key can be a value of the sort key, in the one form in which the wire shows it. */
export function isSortKey(key: string, kind: SortKind): boolean {
  switch (kind) {
    case 'uuid':
      return isUuid(key) && key === key.toLowerCase();
    case 'datetime':
      return isWireInstant(key);
    case 'integer':
      return isInteger(key);
    case 'text':
      return !key.includes('\0');
  }
}

function isInteger(key: string): boolean {
  if (!/^(?:0|-?[1-9][0-9]{0,9})$/.test(key)) return false;
  return Number(key) >= lowestInteger && Number(key) <= highestInteger;
}
