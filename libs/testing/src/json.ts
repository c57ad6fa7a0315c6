/** A JSON object with unknown keys. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asObject(value: unknown): JsonObject {
  if (isObject(value)) return value;
  throw new Error(`Expected an object, not ${JSON.stringify(value)}.`);
}

export function asArray(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`Expected an array, not ${JSON.stringify(value)}.`);
}

export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new Error(`Expected a text, not ${JSON.stringify(value)}.`);
}

/** Every value at a path such as `member.id` or `trainers[].id`; null values and everything below them are left out. */
export function valuesAt(value: unknown, path: string): unknown[] {
  let found: unknown[] = [value];
  for (const step of path.split('.')) {
    const key = step.replace('[]', '');
    found = found.flatMap((parent) => {
      const child = asObject(parent)[key];
      if (child === undefined) throw new Error(`The key ${key} of ${path} is missing in ${JSON.stringify(parent)}.`);
      return key === step ? [child] : asArray(child);
    });
    found = found.filter((child) => child !== null);
  }
  return found;
}
