import { type FilterField, filterTable, type Operator, type ProblemCode } from '@resource-catalogue/contracts';
import { isObject } from '../json.js';
import type { Exchange } from '../target/exchange.js';
import { inFamily, onCollections, onServer } from './check.js';
import { expectFaults, expectProblem } from './expect.js';
import { nobody } from './operations.js';
import { rangeFilters, type Subject } from './subject.js';
import type { Trial } from './trial.js';
import { violated } from './violation.js';
import { badInstants, badQueries, goodInstants } from './wire-vectors.js';

const allOperators: readonly Operator[] = ['in', 'not_in', 'eq', 'lt', 'lte', 'gt', 'gte'];

/** Values that a filter of each kind must refuse. Hand-made: on a query string everything is text. */
const badValues: Readonly<Record<FilterField['kind'], readonly string[]>> = {
  uuid: [
    '42',
    nobody.slice(0, -1),
    nobody.replaceAll('-', ''),
    `%7B${nobody}%7D`,
    `+${nobody}`,
    'null',
    `${nobody}%00`,
    'g' + nobody.slice(1),
  ],
  enum: ['lost', 'null', '*', '__proto__', '%00'],
  text: ['%00', 'a%00b'],
  datetime: [
    'soon',
    '',
    '2026-02-30',
    '2026-13-01',
    '1772355600',
    '2026-03-01T24:00:00Z',
    '2026-03-01T09:00:00+02:00',
    '2026-03-01,2026-03-02',
    '2026-03',
    '2026-03-01T09',
    'null',
  ],
  boolean: ['TRUE', 'True', '1', '0', 'yes', '', 'null', 'true,false', 'true,', '+true'],
};

/**
 * Whether a cursor with a NUL or a broken encoding is a damaged cursor (PAGE-3) or something that nothing understands
 * (FILT-9, FILT-11) is not said: there either code will do.
 */
function codeIn({ json }: Exchange, code: ProblemCode, query: string): ProblemCode {
  const isOpen = code === 'invalid_cursor' && /%(?:00|(?![0-9a-f]{2}))/i.test(query);
  return isOpen && isObject(json) && json['code'] === 'invalid_request' ? 'invalid_request' : code;
}

async function expectRefused(trial: Trial, path: string, query: string, parameters: readonly string[]): Promise<void> {
  const exchange = await trial.get(`${path}?${query}`);
  const faults = expectProblem(exchange, 'invalid_request', query);
  expectFaults(
    exchange,
    faults,
    parameters.map((parameter) => ({ parameter })),
  );
}

const queryOf = ({ field }: FilterField, operator: string, value: string): readonly [query: string, name: string] => [
  `filters[${field}][${operator}]=${value}`,
  `filters[${field}][${operator}]`,
];

function badOfFilter(filter: FilterField, random: Trial['random']): (readonly [string, string])[] {
  const sets = filter.operators.includes('in');
  const operator = random.pick(filter.operators) ?? 'in';
  const cases = random.sample(badValues[filter.kind], filter.kind === 'datetime' ? 5 : 4);
  const values = filter.kind === 'enum' ? [...cases, (filter.values?.[0] ?? '').toUpperCase()] : cases;
  const bad = values.map((value) => queryOf(filter, operator, value));
  const good = sampleValue(filter);
  if (sets) {
    const empty = random.sample(['', `${good},`, `,${good}`, `${good},,${good}`], 2);
    bad.push(...empty.map((value) => queryOf(filter, operator, value)));
    bad.push([`filters[${filter.field}][${operator}][]=`, `filters[${filter.field}][${operator}][]`]);
  } else {
    const [query, name] = queryOf(filter, operator, good);
    bad.push([`${query}&${query}`, name], [`${name}[]=${good}`, `${name}[]`]);
  }
  return bad;
}

function sampleValue({ kind, values = [] }: FilterField): string {
  if (kind === 'uuid') return nobody;
  if (kind === 'enum') return values[0] ?? '';
  if (kind === 'datetime') return '2026-03-01';
  return kind === 'boolean' ? 'true' : 'a';
}

export const negativeChecks = inFamily('negatives', [
  onCollections({
    id: 'bad-values-are-refused',
    rules: ['FILT-9', 'FILT-6', 'FILT-5', 'FILT-2', 'FILT-11', 'SHAPE-8'],
    title: 'every filter refuses values that are none of its kind, empty ones and repetitions, and is named',
    run: async (trial, { path, filters }) => {
      for (const filter of filters) {
        for (const [query, name] of badOfFilter(filter, trial.random)) await expectRefused(trial, path, query, [name]);
      }
    },
  }),
  onCollections({
    id: 'foreign-operators-are-refused',
    rules: ['FILT-9', 'FILT-1', 'FILT-10'],
    title: 'every filter refuses the operators of other kinds, and unknown ones',
    run: async (trial, { path, filters }) => {
      for (const filter of filters) {
        const foreign = allOperators.filter((operator) => !filter.operators.includes(operator));
        const some = [
          ...trial.random.sample(foreign, 2),
          trial.random.pick(['like', 'IN', 'ne', '__proto__', 'contains']) ?? '',
        ];
        for (const operator of some) {
          const [query, name] = queryOf(filter, operator, sampleValue(filter));
          await expectRefused(trial, path, query, [name]);
        }
      }
    },
  }),
  onCollections({
    id: 'foreign-filters-are-refused',
    rules: ['FILT-9', 'FILT-10'],
    title: 'a collection refuses the filters of other collections, and fields that are no filters',
    run: async (trial, subject) => {
      const own = filterTable(subject.contract.filters);
      const everywhere = [...trial.census.values()].flatMap(({ contract }) => [
        ...filterTable(contract.filters).values(),
      ]);
      const foreign = new Map(
        everywhere.filter(({ field }) => !own.has(field)).map((filter) => [filter.field, filter]),
      );
      for (const filter of trial.random.sample([...foreign.values()], 8)) {
        const [query, name] = queryOf(filter, filter.operators[0] ?? 'in', sampleValue(filter));
        await expectRefused(trial, subject.path, query, [name]);
      }
      for (const field of ['nothing', 'Id', 'description', 'constructor', 'soft_deleted_at']) {
        await expectRefused(trial, subject.path, `filters[${field}][in]=a`, [`filters[${field}][in]`]);
      }
    },
  }),
  onCollections({
    id: 'unknown-parameters-are-refused',
    rules: ['FILT-9', 'PAGE-2'],
    title: 'unknown parameters, other spellings, repetitions and bad limits are refused',
    run: async (trial, { path, contract }) => {
      const sort = contract.sorts[0];
      const cases: readonly (readonly [query: string, name: string])[] = [
        ...['page=2', 'offset=10', 'Limit=10', 'fields=id', 'q=a', 'filter[id][in]=a', 'id=a', 'per_page=5'].map(
          (query) => [query, query.split('=')[0] ?? ''] as const,
        ),
        ...['0', '-1', '1.5', '1e2', '0x10', 'all', '', '%205', '1,000', '%2B5', '5%00'].map(
          (value) => [`limit=${value}`, 'limit'] as const,
        ),
        ['limit=5&limit=5', 'limit'],
        [`sort=${sort}&sort=${sort}`, 'sort'],
        ['limit[]=5', 'limit[]'],
        [`filters[id]=${nobody}`, 'filters[id]'],
        [`filters[id][in][0]=${nobody}`, 'filters[id][in][0]'],
        [`filters.id.in=${nobody}`, 'filters.id.in'],
        ['filters=a', 'filters'],
      ];
      for (const [query, name] of cases) await expectRefused(trial, path, query, [name]);
    },
  }),
  onCollections({
    id: 'sets-have-their-limit',
    rules: ['FILT-2'],
    title: 'a set of 101 distinct values is refused, in whatever notation',
    run: async (trial, { path }) => {
      const ids = Array.from({ length: 101 }, (_, index) => `${nobody.slice(0, -4)}${String(index).padStart(4, '0')}`);
      const name = 'filters[id][in]';
      await expectRefused(trial, path, `${name}=${ids.join(',')}`, [name]);
      const mixed = await trial.get(
        `${path}?${name}=${ids.slice(0, 60).join(',')}&${ids
          .slice(60)
          .map((id) => `${name}[]=${id}`)
          .join('&')}`,
      );
      expectProblem(mixed, 'invalid_request', '101 values in two notations');
    },
  }),
  onServer({
    id: 'known-bad-queries-are-refused',
    rules: ['FILT-9', 'FILT-11', 'FILT-2', 'FILT-5', 'FILT-6', 'SORT-1', 'PAGE-2', 'PAGE-3', 'ERR-2'],
    title: 'every bad query of the interface’s wire vectors is refused, and its faults are named',
    run: async (trial) => {
      for (const { title, collection, query, code, parameters } of badQueries()) {
        const exchange = await trial.get(`/api/v1/${collection}?${query}`, { odd: true });
        const faults = expectProblem(exchange, codeIn(exchange, code, query), title);
        expectFaults(
          exchange,
          faults,
          parameters.map((parameter) => ({ parameter })),
        );
      }
    },
  }),
  onServer({
    id: 'instants-have-two-forms',
    rules: ['FILT-5'],
    title: 'every other way to write a time is refused, and the two forms are taken',
    run: async (trial) => {
      const filters = trial.census.size > 0 ? rangeFilters(subjectOfBookings(trial)) : [];
      for (const text of badInstants()) {
        const { field } = trial.random.pick(filters) ?? { field: 'starts_at' };
        const name = `filters[${field}][${trial.random.pick(['lt', 'lte', 'gt', 'gte']) ?? 'lt'}]`;
        await expectRefused(trial, '/api/v1/bookings', `${name}=${encodeURIComponent(text)}`, [name]);
      }
      for (const text of goodInstants()) {
        const exchange = await trial.get(`/api/v1/bookings?filters[starts_at][lt]=${encodeURIComponent(text)}&limit=1`);
        if (exchange.status !== 200) violated(`200 for the time ${text}`, String(exchange.status), exchange);
      }
    },
  }),
  onCollections({
    id: 'broken-encodings-are-refused',
    rules: ['FILT-11'],
    title: 'broken percent-encoding and broken UTF-8 are 400',
    run: async (trial, { path }) => {
      for (const query of [
        'filters[id][in]=%',
        'filters[id][in]=%4',
        'filters[id][in]=%GG',
        'sort=%C3%28',
        'limit=%ED%A0%80',
        '%FF=1',
        'l%imit=5',
      ]) {
        const exchange = await trial.get(`${path}?${query}`, { odd: true });
        if (exchange.status !== 400) violated(`400 for ${query}`, String(exchange.status), exchange);
      }
    },
  }),
  onCollections({
    id: 'empty-pairs-are-skipped',
    rules: ['FILT-11'],
    title: 'an empty pair is skipped, encoded names are names, and + is a space',
    run: async (trial, { path, rows }) => {
      const query = `&&limit=3&&%66ilters%5Bid%5D%5Bnot_in%5D=${nobody}&`;
      const exchange = await trial.get(`${path}?${query}`);
      if (exchange.status !== 200) violated(`200 for ${query}`, String(exchange.status), exchange);
      const instant = `2026-03-01T09:00:00+02:00`;
      await expectRefused(trial, path, `filters[created_at][gte]=${instant}`, ['filters[created_at][gte]']);
      trial.need(rows, 'nothing');
    },
  }),
]);

function subjectOfBookings(trial: Trial): Subject {
  return trial.subject('bookings');
}
