export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export interface Row extends JsonObject {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isList = (value: unknown): value is readonly JsonValue[] => Array.isArray(value);

/** The text under a key that the contract requires. */
export function textAt(row: JsonObject, key: string): string {
  const value = row[key];
  if (typeof value !== 'string') throw new Error(`${key} is not a string: ${JSON.stringify(value)}`);
  return value;
}

export const objectIn = (value: JsonObject, key: string): JsonObject => {
  const inner = value[key];
  return isObject(inner) ? inner : {};
};

export function objectsAt(row: JsonObject, key: string): readonly JsonObject[] {
  const value = row[key];
  return isList(value) ? value.filter(isObject) : [];
}

/** A summary of an entity with some of its keys (SHAPE-1). */
export function summarize(row: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(['id', ...keys].map((key) => [key, row[key] ?? null]));
}

/** The id of a reference; null for a null reference. */
export function readId(reference: JsonValue | undefined): string | null {
  return isObject(reference) ? textAt(reference, 'id') : null;
}

export const toText = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
