/** One pair of a list's query, as sent. */
export interface Pair {
  readonly name: string;
  readonly value: string;
}

/** The current view. It is in the URL fragment, which is never sent to a server; the token is not part of it. */
export type Route =
  /** A day in a space, by its slug, or in all spaces; today in the remembered space by default. */
  | { readonly view: 'home'; readonly space: string | null; readonly day: string | null; readonly part: string | null }
  /** A screen for the wall, for the same spaces. */
  | { readonly view: 'board'; readonly space: string | null }
  /** Pictures of all machines, rooms or projects, or the next courses and events. */
  | { readonly view: 'browse'; readonly what: string }
  | { readonly view: 'collections' }
  | { readonly view: 'list'; readonly collection: string; readonly query: readonly Pair[] }
  | { readonly view: 'row'; readonly collection: string; readonly id: string; readonly week: string | null };

/** The route to a day. */
export type HomeRoute = Extract<Route, { view: 'home' }>;

/** The route to a collection or a row. */
export type CollectionRoute = Extract<Route, { view: 'list' | 'row' }>;

export const home: HomeRoute = { view: 'home', space: null, day: null, part: null };

/** All spaces instead of one by its slug; a slug never has this character. */
export const allSpaces = '*';

/** Parses the fragment; anything else is home. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = splitOnce(hash.replace(/^#\/?/, ''), '?');
  const [collection = '', id = ''] = path.split('/').map(decode);
  const pairs = parsePairs(query);
  const space = findValue(pairs, 'space');
  if (collection === '') return { view: 'home', space, day: findValue(pairs, 'day'), part: findValue(pairs, 'part') };
  if (collection === 'collections' && id === '') return { view: 'collections' };
  if (collection === 'board' && id === '') return { view: 'board', space };
  if (collection === 'browse') return { view: 'browse', what: id };
  if (id === '') return { view: 'list', collection, query: pairs };
  return { view: 'row', collection, id, week: findValue(pairs, 'week') };
}

/** The URL of a route, for links. */
export function formatRoute(route: Route): string {
  switch (route.view) {
    case 'home':
      return `#/${formatQuery(presentPairs({ space: route.space, day: route.day, part: route.part }))}`;
    case 'board':
      return `#/board${formatQuery(presentPairs({ space: route.space }))}`;
    case 'browse':
      return `#/browse/${encode(route.what)}`;
    case 'collections':
      return '#/collections';
    case 'list':
      return `#/${encode(route.collection)}${formatQuery(route.query)}`;
    case 'row':
      return `#/${encode(route.collection)}/${encode(route.id)}${formatQuery(presentPairs({ week: route.week }))}`;
  }
}

const presentPairs = (values: Readonly<Record<string, string | null>>): Pair[] =>
  Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));

export const listUrl = (collection: string, query: readonly Pair[] = []): string =>
  formatRoute({ view: 'list', collection, query });

export const rowUrl = (collection: string, id: string, week: string | null = null): string =>
  formatRoute({ view: 'row', collection, id, week });

export const findValue = (query: readonly Pair[], name: string): string | null =>
  query.find((pair) => pair.name === name)?.value ?? null;

export const filter = (field: string, operator: string, value: string): Pair => ({
  name: `filters[${field}][${operator}]`,
  value,
});

export const sortedBy = (key: string): Pair => ({ name: 'sort', value: key });

/** Excludes soft-deleted rows. */
export const liveFilter = filter('soft_deleted', 'eq', 'false');

/** Bookings and sessions that overlap a time, by their start: `starts_at` and `ends_at` enclose all slots. */
export const overlapFilters = (from: string, to: string): readonly Pair[] => [
  filter('starts_at', 'lt', to),
  filter('ends_at', 'gt', from),
  sortedBy('starts_at'),
];

/** The query with one value for the name; null removes it. */
export function withValue(query: readonly Pair[], name: string, value: string | null): readonly Pair[] {
  const others = query.filter((pair) => pair.name !== name);
  return value === null ? others : [...others, { name, value }];
}

/** A readable query string: brackets, commas and colons are not encoded. */
export function queryText(query: readonly Pair[]): string {
  return query.map(({ name, value }) => `${toReadable(name)}=${toReadable(value)}`).join('&');
}

/** The path and query of a list. */
export const formatTarget = (path: string, query: readonly Pair[]): string => `${path}${formatQuery(query)}`;

/** The path of one row. */
export const rowTarget = (path: string, id: string): string => `${path}/${encode(id)}`;

const formatQuery = (query: readonly Pair[]): string => (query.length === 0 ? '' : `?${queryText(query)}`);

/** A lone surrogate has no bytes, so it becomes the replacement character. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

const toReadable = (text: string): string => encode(text).replace(/%(?:5B|5D|2C|3A)/g, decodeURIComponent);

const parsePairs = (query: string): Pair[] => [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));

function splitOnce(text: string, separator: string): readonly string[] {
  const place = text.indexOf(separator);
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + 1)];
}

/** The URL may have been typed by hand. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
