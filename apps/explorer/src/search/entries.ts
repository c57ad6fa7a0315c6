import { idOf, type JsonObject, asObject, asText } from '../api/json.js';
import { rowTitle } from '../api/rows.js';

/** A row that can be found by name. */
export interface Entry {
  readonly collection: string;
  readonly id: string;
  readonly label: string;
  /** The name of its space, which distinguishes rows of the same name. */
  readonly space: string;
  /** The label, searchable fields and id, without case and accents. */
  readonly words: string;
}

/** Fields that identify a row for people, each with an exact filter if the collection has one. */
export const namingFields = ['name', 'slug', 'number', 'email', 'sku'];

export function toEntry(collection: string, row: JsonObject, zone: string): Entry {
  const label = rowTitle(row, zone);
  const fields = namingFields.flatMap((field) => asText(row[field]) ?? []);
  const id = idOf(row);
  const space = asText(asObject(row['space'])['name']) ?? '';
  return { collection, id, label, space, words: foldText([label, ...fields, id].join(' ')) };
}

/** A text without case and accents: `zofie` finds `Žofie`. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Finds the entries with words that differ from those of the text by one letter: added, missing, wrong or swapped. */
export function findNearMatches(entries: readonly Entry[], text: string): Entry[] {
  const sought = foldText(text.trim()).split(/\s+/);
  if (sought.some((word) => word.length < 4)) return [];
  return entries.filter((entry) => {
    const words = entry.words.split(/[^\p{L}\p{N}]+/u);
    return sought.every((one) => words.some((word) => isNear(one, word)));
  });
}

/** Whether two words differ by at most one letter. */
function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  const first = [...one].findIndex((letter, index) => letter !== other[index]);
  if (first < 0) return true;
  const [rest, otherRest] = [one.slice(first), other.slice(first)];
  const swapped = `${rest.charAt(1)}${rest.charAt(0)}${rest.slice(2)}`;
  return (
    rest.slice(1) === otherRest.slice(1) ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest ||
    swapped === otherRest
  );
}

/** Finds the entries with all words of the text: first those that begin with it, then the others in order. */
export function findMatches(entries: readonly Entry[], text: string): Entry[] {
  const sought = foldText(text.trim());
  const words = sought.split(/\s+/);
  const found = entries.filter((entry) => words.every((word) => entry.words.includes(word)));
  const [first, rest] = [true, false].map((begins) => found.filter((one) => one.words.startsWith(sought) === begins));
  return [...(first ?? []), ...(rest ?? [])];
}
