import type { RawRequest } from './exchange.js';

export type Pair = readonly [name: string, value: string];

export function parsePairs(query: string): Pair[] {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decode(name), decode(value.join('='))];
    });
}

/** Decodes a text; one that cannot be decoded stays unchanged, so that it is reported as wrong. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

export const getQuery = (path: string): string => path.slice(path.indexOf('?') + 1 || path.length);

/** The parameters except the cursor, one for each value of a set; all notations of a set are equal (FILT-2). */
function singlePairs(query: string): Map<string, string> {
  const pairs = parsePairs(query).filter(([name]) => name !== 'cursor');
  const single = pairs.flatMap(([name, value]) => {
    const key = name.replace(/\[\]$/, '');
    return (key.endsWith('in]') ? value.split(',') : [value]).map((one) => `${key}=${one}`);
  });
  return new Map(single.map((pair) => [pair.toLowerCase(), pair]));
}

/** Describes the parameters that a query lost or gained against another; null if they are equivalent. */
export function parameterDifference(requested: string, other: string): string | null {
  const [before, after] = [singlePairs(requested), singlePairs(other)];
  const lost = [...before].filter(([key]) => !after.has(key)).map(([, pair]) => `lost ${elide(pair)}`);
  const gained = [...after].filter(([key]) => !before.has(key)).map(([, pair]) => `gained ${elide(pair)}`);
  return lost.length + gained.length === 0 ? null : [...lost, ...gained].join(' and ');
}

/** Shortens a text in the middle: long id lists in queries, and cursors. */
export function elide(text: string, max = 120): string {
  if (text.length <= max) return text;
  const head = Math.ceil(max * 0.7);
  return `${text.slice(0, head)}…[${text.length - max} more]…${text.slice(head - max)}`;
}

/** Method and URL of a request for a message; the cursor is shortened first, since it is the least useful part. */
export function requestLine({ method, path }: Pick<RawRequest, 'method' | 'path'>): string {
  const short = path.replace(/(?<=[?&]cursor=)([^&]{8})[^&]+/, '$1…');
  return `${method} ${elide(short, 200)}`;
}

/** A shell line with its long words shortened, for display only. */
export const shortCurl = (line: string): string => line.replace(/'[^']{400,}'/g, (word) => elide(word, 400));
