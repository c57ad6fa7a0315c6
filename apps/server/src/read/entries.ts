/** The entries of a record whose values are known only to be of one kind: a definition's, whatever its own keys are. */
export function entriesOf<Value>(record: object, isValue: (value: unknown) => value is Value): [string, Value][] {
  const entries: [string, unknown][] = Object.entries(record);
  return entries.map(([key, value]) => {
    if (isValue(value)) return [key, value];
    throw new Error(`The definition of ${key} is of no known kind.`);
  });
}

/** Whether a value says of itself, in the given property, that it is one of the given kinds. */
export function saysKind(value: unknown, property: string, kinds: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const said: unknown = Reflect.get(value, property);
  return typeof said === 'string' && kinds.includes(said);
}
