import type { ReadSource } from '@resource-catalogue/database';
import type { Definition } from '@resource-catalogue/read';
import { isObject } from '@resource-catalogue/program';
import { rowsWithIds } from '../export-rows.js';
import { memberText } from '../raw-json.js';
import { isUuid } from '../text-formats.js';

/** A row that is stored, as the API shows it. */
export interface StoredRow {
  readonly value: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** The rows that are stored with these ids. */
export async function storedRows(
  source: ReadSource,
  definition: Definition,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, StoredRow>> {
  const wanted = new Set(ids.filter(isUuid));
  const found = new Map<string, StoredRow>();
  if (wanted.size === 0) return found;
  for await (const texts of rowsWithIds(definition, source, [...wanted].sort())) {
    for (const text of texts) {
      const value: unknown = JSON.parse(text);
      if (isObject(value)) found.set(String(value['id']), { value, text });
    }
  }
  return found;
}

/** The JSON of what a row keeps, as it is written; undefined where printing it again gives the same. */
export function keptText(value: StoredRow['value'], stored: StoredRow): string | undefined {
  if (JSON.stringify(stored.value) === stored.text) return undefined;
  const kept = Object.keys(value).filter((key) => typeof value[key] === 'object' && value[key] === stored.value[key]);
  return `{${kept.map((key) => `"${key}":${memberText(stored.text, key, value[key])}`).join()}}`;
}
