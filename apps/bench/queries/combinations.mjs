import { Stream } from '@resource-catalogue/prisma/seed';

/** Of how many queries one is about each collection: as its rows are many, and as it is asked. */
const shares = {
  bookings: 40,
  members: 12,
  users: 8,
  subscriptions: 12,
  training_sessions: 8,
  event_sessions: 8,
  machine_units: 6,
  place_units: 6,
};
export const bigCollections = Object.keys(shares);

/** How the filters of a query come together. */
const forms = [
  { name: 'one filter', count: 1 },
  { name: 'two filters', count: 2 },
  { name: 'two ranges', count: 2, kind: 'datetime' },
  { name: 'three filters', count: 3 },
];

/**
 * So many list queries, all different, the same for the same seed and the same database. `choices` has for each
 * collection its sorts, and what each of its filters can be asked with.
 */
export function combinations(choices, { number, seed }) {
  const random = Stream.root(seed).at(0);
  const pick = (list) => random.pick(list);
  const turns = Object.entries(shares).flatMap(([name, share]) => Array.from({ length: share }, () => name));
  const queries = new Map();
  // A small database may not have so many different ones.
  for (let attempt = 0; queries.size < number && attempt < number * 20; attempt += 1) {
    const name = pick(turns);
    const { sorts, filters } = choices.get(name);
    const chosen = filtersOf(filters, pick(forms), pick);
    const conditions = chosen.flatMap(({ field, choice }) =>
      choice.conditions.map(([operator, value]) => `filters[${field}][${operator}]=${encodeURIComponent(value)}`),
    );
    const sort = `sort=${pick(['', '-'])}${pick(sorts)}`;
    const query = [...conditions, sort, `limit=${pick([1, 100, 100])}`].join('&');
    const kept = chosen.map(({ field, choice }) => `${field}: ${choice.kept}`).join('; ');
    const ofCursor = random.chance(0.25);
    queries.set(`${name}?${query}#${ofCursor}`, { collection: name, query, kept, ofCursor });
  }
  return [...queries.values()];
}

function filtersOf(filters, { count, kind }, pick) {
  const open = filters.filter((filter) => kind === undefined || filter.kind === kind);
  const chosen = [];
  while (chosen.length < count && open.length > 0) {
    const { field, choices } = pick(open);
    open.splice(
      open.findIndex((filter) => filter.field === field),
      1,
    );
    chosen.push({ field, choice: pick(choices) });
  }
  return chosen;
}
