/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object, or an empty one for anything else: missing data is not shown. */
export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The items by key, in their order. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** The id of a row; empty without one. */
export const idOf = (row: JsonObject): string => asText(row['id']) ?? '';

export const asTexts = (value: unknown): readonly string[] => asList(value).filter((one) => typeof one === 'string');
