/** Computes a value for an immutable object once per key, because many cases need the same one. */
export function memoize<Subject extends object, Value>(
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
