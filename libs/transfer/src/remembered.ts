/** Looks a text up before it makes something of it: the values of a column recur. Keeps the first `most` texts. */
export function remembered<Made>(make: (text: string) => Made, most: number): (text: string) => Made {
  const known = new Map<string, { readonly made: Made }>();
  return (text) => {
    const before = known.get(text);
    if (before) return before.made;
    const made = make(text);
    if (known.size < most) known.set(text, { made });
    return made;
  };
}
