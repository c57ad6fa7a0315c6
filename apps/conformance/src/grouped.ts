/** Items of one key together, in the order in which the keys first come. */
export function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Computes something of an object that never changes, once for each key: many cases ask for the same. */
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
