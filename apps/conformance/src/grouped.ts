/** Groups items by key, in order of first appearance. */
export function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Computes a value for an immutable object once per key, because many cases need the same one. */
export function remember<Subject extends object, Value>(
  known: WeakMap<Subject, Map<string, Value>>,
  subject: Subject,
  key: string,
  compute: () => Value,
): Value {
  const values = known.get(subject) ?? new Map<string, Value>();
  if (values.size === 0) known.set(subject, values);
  const before = values.get(key);
  if (before !== undefined) return before;
  const value = compute();
  values.set(key, value);
  return value;
}
