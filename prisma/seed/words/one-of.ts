/** The text as one of these values. Throws a RangeError for any other text. */
export function oneOf<Value extends string>(values: readonly Value[], text: string): Value {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new RangeError(`'${text}' is not one of ${values.join(', ')}.`);
  return found;
}
