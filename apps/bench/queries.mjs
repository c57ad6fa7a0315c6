/** List queries of the bench: the filters and sorts of the OpenAPI document, with ids that rows have and any times. */

/** Collections that grow with the bookings, and their share of the queries. */
const shares = {
  bookings: 40,
  members: 12,
  subscriptions: 12,
  users: 8,
  training_sessions: 8,
  event_sessions: 8,
  machine_units: 6,
  place_units: 6,
};

const filterName = /^filters[.[](\w+)\]?[.[](\w+)\]?$/;
const maxValues = 100;

const hour = 60 * 60 * 1000;
const windows = [1, 24, 7 * 24, 30 * 24, 365 * 24].map((hours) => hours * hour);

/**
 * Generates reproducible list queries as `{ path, followed }`; if `followed`, the next page is requested instead.
 */
export async function generatedQueries(number, seed, getJson) {
  const random = randomFrom(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const document = await getJson('/openapi.json');
  const names = Object.entries(shares).flatMap(([name, share]) => Array.from({ length: share }, () => name));
  const described = new Map();
  for (const name of Object.keys(shares)) described.set(name, await describe(name, document, getJson));
  const queries = new Map();
  while (queries.size < number) {
    const name = pick(names);
    const { filters, sorts } = described.get(name);
    const chosen = new Set(Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(filters)));
    const conditions = [...chosen].flatMap((filter) => conditionsOn(filter, random, pick));
    const path = `/api/v1/${name}?${[...conditions, `sort=${pick(sorts)}`, `limit=${pick([1, 100, 100])}`].join('&')}`;
    queries.set(path, { path, followed: random() < 0.25 });
  }
  return [...queries.values()];
}

/** Filters with their values in a sample of rows, and sorts. */
async function describe(name, document, getJson) {
  const parameters = document.paths[`/api/v1/${name}`].get.parameters.map(({ $ref, ...own }) => ({
    name: $ref?.split('/').at(-1),
    ...own,
  }));
  const sorts = parameters.find((parameter) => parameter.name === 'sort').schema.enum;
  const rows = [];
  for (const sort of sorts) rows.push(...(await getJson(`/api/v1/${name}?limit=200&sort=${sort}`)).data);
  const operators = new Map();
  for (const parameter of parameters) {
    const [, field, operator] = filterName.exec(parameter.name) ?? [];
    if (field) operators.set(field, [...(operators.get(field) ?? []), operator]);
  }
  const filters = [...operators].map(([field, known]) => ({ field, operators: known, values: valuesIn(rows, field) }));
  return {
    sorts,
    filters: filters.filter(({ operators: known, values }) => known.includes('eq') || values.length > 0),
  };
}

/** The values of a field in the rows, repeated and sorted, without texts with a comma, which separates values. */
function valuesIn(rows, field) {
  const key = field.replace(/_id$/, '');
  const found = rows.flatMap((row) => {
    if (field in row) return [row[field]];
    return [row[key] ?? row[`${key}s`] ?? []].flat().map((shown) => shown.id);
  });
  return found.filter((value) => value !== null && !String(value).includes(',')).sort();
}

function conditionsOn({ field, operators, values }, random, pick) {
  const condition = (operator, value) => `filters[${field}][${operator}]=${encodeURIComponent(value)}`;
  if (operators.includes('eq')) return [condition('eq', random() < 0.5)];
  if (operators.includes('lt') && typeof values[0] === 'number') return [condition(pick(operators), pick(values))];
  if (operators.includes('lt')) {
    const [first, last] = [values.at(0), values.at(-1)].map((value) => Date.parse(value));
    const from = first + random() * (last - first);
    const at = (time) => new Date(time).toISOString();
    return pick([
      [condition(pick(['gt', 'gte']), at(from))],
      [condition(pick(['lt', 'lte']), at(from))],
      [condition('gte', at(from)), condition('lt', at(from + pick(windows)))],
    ]);
  }
  const count = pick([1, 1, 3, 30, maxValues]);
  const some = new Set(Array.from({ length: count }, () => pick(values)));
  return [condition(pick(operators), [...some].join(','))];
}

/** Mulberry32: uniform numbers below 1. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
