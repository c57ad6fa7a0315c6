/** What came of reading one value: the value, or why it is refused. */
export type Reading<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly code: string; readonly detail: string };

export function accept<T>(value: T): Reading<T> {
  return { ok: true, value };
}

export function refuse(code: string, detail: string): Reading<never> {
  return { ok: false, code, detail };
}

const longestExcerpt = 60;

/** A value quoted for a fault's detail. Cut, so that no answer repeats a request of 16 KiB. */
export function quoted(text: string): string {
  const excerpt =
    text.length > longestExcerpt ? `${text.slice(0, longestExcerpt).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
  return JSON.stringify(excerpt);
}
