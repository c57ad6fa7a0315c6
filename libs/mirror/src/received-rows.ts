import { createHash } from 'node:crypto';
import { isInstant, isUuid } from '@resource-catalogue/contracts';
import { isObject } from '@resource-catalogue/program';

/** A row as the source sent it: the import checks everything except its key and its time. */
export interface ReceivedRow {
  /** The id; or a key derived from the text, if the id is invalid or another row of the page has it. */
  readonly key: string;
  /** Null if it is not an instant. */
  readonly updatedAt: string | null;
  /** JSON. */
  readonly text: string;
}

/** Reads the rows of a page in a form that can be stored in the database even if they are invalid. */
export function readRows(data: readonly unknown[]): readonly ReceivedRow[] {
  const rows = new Map<string, ReceivedRow>();
  for (const value of data) {
    const text = toJson(value);
    const id = readId(value);
    const key = id === null || rows.has(id) ? hashKey(text) : id;
    rows.set(key, { key, updatedAt: readUpdatedAt(value), text });
  }
  return [...rows.values()];
}

/** The time of the last change of a row; null if it has none. */
export function readUpdatedAt(row: unknown): string | null {
  const updatedAt = isObject(row) ? row['updated_at'] : null;
  return isInstant(updatedAt) ? updatedAt : null;
}

/** The id of a row; null if it is invalid. */
export function readId(row: unknown): string | null {
  const id = isObject(row) ? row['id'] : null;
  return isUuid(id) ? id : null;
}

/** Arrays that are nested too deeply cannot be serialised; the import rejects them and null alike. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return 'null';
  }
}

/** A UUID that is the same for each read of the row. */
const hashKey = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
