const maxLength = 100;

/** Caches the results for the first `maxTexts` short texts, because values of a column recur. */
export function memoize<Made>(make: (text: string) => Made, maxTexts: number): (text: string) => Made {
  const known = new Map<string, { readonly made: Made }>();
  return (text) => {
    const before = known.get(text);
    if (before) return before.made;
    const made = make(text);
    if (known.size < maxTexts && text.length <= maxLength) known.set(text, { made });
    return made;
  };
}
