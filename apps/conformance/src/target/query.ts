import type { RawRequest } from './exchange.js';

export type Pair = readonly [name: string, value: string];

export function pairsOf(query: string): Pair[] {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decoded(name), decoded(value.join('='))];
    });
}

/** A text that cannot be decoded is compared as it is, and so found wrong. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

export const queryOf = (path: string): string => path.slice(path.indexOf('?') + 1 || path.length);

export const withoutCursor = (query: string): Pair[] => pairsOf(query).filter(([name]) => name !== 'cursor');

/** Each parameter but the cursor with its values: a set is the same in each of its notations (FILT-2). */
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

/** The parameters that one query lost or gained against another, in words; null where both ask for the same. */
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

/** A text without its middle, which says nothing to a person: the lists of ids in a query, and cursors. */
export function elided(text: string, most = 120): string {
  if (text.length <= most) return text;
  const head = Math.ceil(most * 0.7);
  return `${text.slice(0, head)}…[${text.length - most} more]…${text.slice(head - most)}`;
}

/** Method and URL of a request for a sentence; the cursor is shortened first, since it says the least. */
export function requestLine({ method, path }: Pick<RawRequest, 'method' | 'path'>): string {
  const short = path.replace(/(?<=[?&]cursor=)([^&]{8})[^&]+/, '$1…');
  return `${method} ${elided(short, 200)}`;
}

/** A line for a shell with its long words elided: for people, not for a shell. */
export const shortCurl = (line: string): string => line.replace(/'[^']{400,}'/g, (word) => elided(word, 400));
