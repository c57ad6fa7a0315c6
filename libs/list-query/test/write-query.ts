import type { ListFilter } from '../src/list-query.js';
import type { Meaning } from './query-arbitraries.js';

/** Writes a meaning as a query string, in the notations picked by the choices. */
export function writeQuery({ filters, sort, limit }: Meaning, choices: readonly number[]): string {
  let taken = 0;
  const choose = (count: number): number => (choices[taken++ % choices.length] ?? 0) % count;
  const pairs = [
    ...filters.flatMap((filter) => writeFilter(filter, choose)),
    ...(sort.field === 'created_at' && sort.descending && choose(2) === 0 ? [] : [writeSort(sort)]),
    ...(limit === 50 && choose(2) === 0 ? [] : [`limit=${'0'.repeat(choose(3))}${limit}`]),
  ];
  for (const [at, pair] of pairs.entries()) {
    const other = choose(pairs.length);
    [pairs[at], pairs[other]] = [pairs[other] ?? pair, pair];
  }
  return pairs.flatMap((pair) => (choose(5) === 0 ? ['', pair] : [pair])).join('&');
}

type Choose = (count: number) => number;

function writeSort({ field, descending }: Meaning['sort']): string {
  return `sort=${descending ? '-' : ''}${field}`;
}

function writeFilter(filter: ListFilter, choose: Choose): string[] {
  if ('values' in filter) return writeSet(filter.field, filter.operator, filter.values, choose);
  const value = typeof filter.value === 'string' ? writeInstant(filter.value, choose) : String(filter.value);
  return [`${writeName(filter.field, filter.operator, '', choose)}=${writeText(value, choose)}`];
}

function writeSet(field: string, operator: string, values: readonly string[], choose: Choose): string[] {
  const pairs: string[] = [];
  let joined: string[] = [];
  const flush = () => {
    if (joined.length > 0)
      pairs.push(`${writeName(field, operator, '', choose)}=${joined.join(choose(2) ? ',' : '%2C')}`);
    joined = [];
  };
  const doubled = values.flatMap((value) => (choose(4) === 0 ? [value, value] : [value]));
  for (const value of choose(2) ? doubled : doubled.reverse()) {
    const cased = field === 'id' && choose(2) ? value.toUpperCase() : value;
    const form = cased.includes(',') ? 0 : choose(3);
    if (form === 0) pairs.push(`${writeName(field, operator, '[]', choose)}=${writeText(cased, choose)}`);
    else joined.push(writeText(cased, choose));
    if (form === 1) flush();
  }
  flush();
  return pairs;
}

function writeName(field: string, operator: string, suffix: string, choose: Choose): string {
  const name = `filters[${field}][${operator}]${suffix}`;
  return [name, encodeURIComponent(name), encodeURIComponent(name).toLowerCase()][choose(3)] ?? name;
}

function writeText(text: string, choose: Choose): string {
  const encoded = encodeURIComponent(text);
  return choose(2) ? encoded : encoded.replaceAll('%20', '+');
}

function writeInstant(instant: string, choose: Choose): string {
  const short = instant.replace(/(?::00)?\.000Z$/, (end) => (choose(2) ? '' : end));
  if (short !== instant) return choose(2) ? short.replace(/T00:00$/, '') : `${short}Z`;
  if (choose(2)) return instant.replace('Z', '987Z');
  return new Date(Date.parse(instant) - 90 * 60_000).toISOString().replace('Z', '-01:30');
}
