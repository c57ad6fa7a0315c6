import { clock, momentWords, shortDay } from '../time/words.js';
import { localTime } from '../time/zone.js';
import type { Collection } from './catalogue.js';
import { idOf, isObject, type JsonObject, asText, asTexts } from './json.js';

/** The name of a row or a summary; the end of its id if it has none. */
export function rowLabel(row: JsonObject): string {
  const person = [row['first_name'], row['last_name']].map(asText).filter((part) => part !== null);
  const own = asText(row['name']) ?? (person.length > 0 ? person.join(' ') : null);
  const kind = ['machine', 'place', 'event', 'training', 'plan'].map((key) => row[key]).find(isObject);
  const code = asText(row['sku']) ?? asText(row['email']);
  const named = own ?? (kind && rowLabel(kind));
  const unit =
    kind && asText(row['sku']) !== null ? `${rowLabel(kind)} ${code}${own === null ? '' : ` (${own})`}` : null;
  const words = unit ?? named ?? code ?? '';
  return words.trim() === '' ? shortId(idOf(row)) : words;
}

/**
 * The subject of a booking or session, its start and its member: `Laser cutter LASER-07, Sat 7 Mar 19:30, Noor
 * Haddad`.
 */
export function rowTitle(row: JsonObject, zone: string): string {
  const starts = row['starts_at'];
  if (!isInstant(starts)) return rowLabel(row);
  const thing = firstObject(row, ['machine_unit', 'place_unit', 'event_session', 'training_session']);
  const holder = findHolder(row);
  return [rowLabel(thing ?? row), momentWords(Date.parse(starts), zone), ...(holder ? [rowLabel(holder)] : [])].join(
    ', ',
  );
}

/** The member of a booking, or the session for which it holds a unit; null for staff. */
export const findHolder = (booking: JsonObject): JsonObject | null =>
  firstObject(booking, ['member', 'reserved_by_event_session', 'reserved_by_training_session']);

const firstObject = (row: JsonObject, keys: readonly string[]): JsonObject | null =>
  keys.map((key) => row[key]).find(isObject) ?? null;

/** The name and stock number of a unit, without its machine or place: `Ada · PRINT-01`. */
export const unitName = (unit: JsonObject): string => asTexts([unit['name'], unit['sku']]).join(' · ');

/** The end of an id, because ids created at the same time begin alike. */
export const shortId = (id: string): string => (id.length > 8 ? `…${id.slice(-6)}` : id);

/** Keys that get a column only if the list is sorted by them. */
const quiet = new Set(['id', 'created_at', 'updated_at']);

/**
 * The keys that deserve a column: those that the list can be filtered or sorted by, except those that are null in
 * all of these rows or part of the label. States and times come first: they are short and most wanted.
 */
export function chooseColumns(collection: Collection, rows: readonly JsonObject[], sort: string): string[] {
  const { fields, filters, sorts } = collection;
  const sorted = sort.replace(/^-/, '');
  const short = new Set([...filters.filter(({ choices }) => choices).map(({ field }) => field), ...sorts]);
  const listed = new Set([...filters.map(({ field }) => field), ...sorts]);
  const isListed = (name: string) =>
    [name, `${name}_id`, `${name.replace(/s$/, '')}_id`].some((one) => listed.has(one));
  const columns = fields
    .map(({ name }) => name)
    .filter((name) => name === sorted || (isListed(name) && !quiet.has(name)))
    .filter((name) => rows.some((row) => hasValue(row[name])))
    .filter((name) => name === sorted || !rows.every((row) => row[name] === rowLabel(row)));
  return [...columns.filter((name) => short.has(name)), ...columns.filter((name) => !short.has(name))];
}

const hasValue = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Whether a text is an instant in the format of the API (SHAPE-1). */
export const isInstant = (value: unknown): value is string => typeof value === 'string' && instant.test(value);

/** A readable time: `Sat 7 Mar 2026 19:30`. */
export function readableInstant(text: string, zone: string): string {
  const { day, minutes } = localTime(Date.parse(text), zone);
  return `${shortDay(day)} ${day.slice(0, 4)} ${clock(minutes)}`;
}

/** A key in words: `starts_at` is `Starts`, `machine_unit_id` is `Machine unit`. */
export function keyWords(key: string): string {
  const words = key.replace(/_(?:at|ids?|rendered|in_cents)$/, '').replaceAll('_', ' ');
  return words === 'sku' || words === 'id' ? words.toUpperCase() : words.charAt(0).toUpperCase() + words.slice(1);
}

/** An amount of money: `€35`, `€4.50`. The text of an unknown currency is repeated. */
export function moneyWords(cents: number, currency: string): string {
  try {
    const format = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const;
    return new Intl.NumberFormat('en', format).format(cents / 100);
  } catch {
    return `${cents / 100} ${currency}`;
  }
}
