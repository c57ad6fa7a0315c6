import type { RawRequest } from './exchange.js';

export type Pair = readonly [name: string, value: string];

export function parsePairs(query: string): Pair[] {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decoded(name), decoded(value.join('='))];
    });
}

/** Compares a text that cannot be decoded as it is, so that it is reported as wrong. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

export const getQuery = (path: string): string => path.slice(path.indexOf('?') + 1 || path.length);

export const withoutCursor = (query: string): Pair[] => parsePairs(query).filter(([name]) => name !== 'cursor');

/** The parameters except the cursor, with their values; all notations of a set are equal (FILT-2). */
function valuesByName(query: string): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of withoutCursor(query)) {
    const key = name.replace(/\[\]$/, '');
    values.set(key, [...(values.get(key) ?? []), ...(key.endsWith('in]') ? value.split(',') : [value])]);
  }
  return values;
}

const has = (values: readonly string[], value: string): boolean =>
  values.some((one) => one.toLowerCase() === value.toLowerCase());

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Describes the parameters that a query lost or gained against another; null if they are equivalent. */
export function parameterDifference(asked: string, other: string): string | null {
  const [before, after] = [valuesByName(asked), valuesByName(other)];
  const lost = [...before].flatMap(([name, values]) => {
    const kept = after.get(name);
    if (kept === undefined) return [`lost ${name}=${elided(values.join(','))}`];
    const place = values.findIndex((value) => !has(kept, value));
    if (place < 0) return [];
    if (values.length === 1) return [`changed ${name} from ${elided(values.join())} to ${elided(kept.join())}`];
    return [`lost the ${ordinals[place] ?? `${place + 1}th`} value of ${name}, ${elided(values[place] ?? '')}`];
  });
  const gained = [...after].flatMap(([name, values]) => {
    const known = before.get(name);
    if (known === undefined) return [`gained ${name}=${elided(values.join(','))}`];
    const more = known.length > 1 ? values.filter((value) => !has(known, value)) : [];
    return more.length > 0 ? [`gained ${elided(more.join(','))} in ${name}`] : [];
  });
  return lost.length + gained.length === 0 ? null : [...lost, ...gained].join(' and ');
}

/** Shortens a text in the middle: long id lists in queries, and cursors. */
export function elided(text: string, max = 120): string {
  if (text.length <= max) return text;
  const head = Math.ceil(max * 0.7);
  return `${text.slice(0, head)}…[${text.length - max} more]…${text.slice(head - max)}`;
}

/** Method and URL of a request for a message; the cursor is shortened first, since it is the least useful part. */
export function requestLine({ method, path }: Pick<RawRequest, 'method' | 'path'>): string {
  const short = path.replace(/(?<=[?&]cursor=)([^&]{8})[^&]+/, '$1…');
  return `${method} ${elided(short, 200)}`;
}

/** A shell line with its long words shortened, for display only. */
export const shortCurl = (line: string): string => line.replace(/'[^']{400,}'/g, (word) => elided(word, 400));
