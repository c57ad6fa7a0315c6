import { type FilterField, filterTable, type Operator, type ProblemCode } from '@resource-catalogue/contracts';
import { type Json, toText, valuesAt } from '../json.js';
import { wireVectors } from '../kit/wire-vectors.js';
import { type Checks, onCollections, onServer } from '../kit/check.js';
import { badValues, goodValue } from '../kit/choose.js';
import type { CheckContext } from '../kit/context.js';
import { expectBadRequest, expectProblemBody, expectStatus } from '../kit/expect.js';
import { batchCases } from '../kit/pairwise.js';
import { nearUnknownId, timeFilters, unknownId } from '../kit/subject.js';

/** Invalid texts, which FILT-9 and FILT-11 refuse without a code; they need not be treated as a cursor. */
const isNoText = (query: string): boolean => /%00|%(?![0-9a-f]{2})/i.test(query);

/** The code of a 400; null if the interface leaves it open. */
function expectedCode(query: string, codes: readonly string[]): ProblemCode | null {
  if (codes.length !== 1 || codes[0] !== 'invalid_cursor') return 'invalid_request';
  return isNoText(query) ? null : 'invalid_cursor';
}

/** The parameters that the response must name, except broken names and several that are too many together. */
function namedParameters(vector: Json, query: string, codes: readonly string[]): string[] {
  if (codes.includes('too_many') && query.includes('[]=')) return [];
  const parameters = valuesAt(vector, 'errors[].parameter').map(toText);
  return parameters.filter((parameter) => parameter !== '' && !/[% ]/.test(parameter));
}

/** Whether the interface leaves the meaning of a text open: local years before the first, other signs. */
const isOpen = (text: string): boolean => /^0000-12-31T23:30|^\+|−/.test(text);

function instants(good: boolean): string[] {
  return wireVectors('instants')
    .filter((vector) => (vector['instant'] !== null) === good)
    .map((vector) => toText(valuesAt(vector, 'text')[0]))
    .filter((text) => !isOpen(text));
}

const allOperators: readonly Operator[] = ['in', 'not_in', 'eq', 'lt', 'lte', 'gt', 'gte'];

type Bad = readonly [query: string, name: string];

const badPair = ({ field }: FilterField, operator: string, value: string): Bad => [
  `filters[${field}][${operator}]=${value}`,
  `filters[${field}][${operator}]`,
];

/** Sends parameters of different names together, because a 400 names all of them (ERR-2), unless one has a NUL. */
async function expectAllRefused(context: CheckContext, path: string, bad: readonly Bad[]): Promise<void> {
  const requests = batchCases(
    bad,
    ([query]) => (query.includes('%00') ? null : 'together'),
    ([, one], [, other]) => one.replace('[]', '') !== other.replace('[]', ''),
  );
  for (const request of requests) {
    const query = request.map(([parameter]) => parameter).join('&');
    await expectBadRequest(context, `${path}?${query}`, ...request.map(([, name]) => name));
  }
}

function badOfFilter(filter: FilterField, random: CheckContext['random']): Bad[] {
  const operator = random.pick(filter.operators) ?? 'in';
  const cases = random.sample(badValues[filter.kind], filter.kind === 'datetime' ? 5 : 4);
  const values = filter.kind === 'enum' ? [...cases, (filter.values?.[0] ?? '').toUpperCase()] : cases;
  const good = goodValue(filter);
  const [query, name] = badPair(filter, operator, good);
  if (!filter.operators.includes('in'))
    return [
      ...values.map((value) => badPair(filter, operator, value)),
      [`${query}&${query}`, name],
      [`${name}[]=${good}`, `${name}[]`],
    ];
  const empty = random.sample(['', `${good},`, `,${good}`, `${good},,${good}`], 2);
  return [...[...values, ...empty].map((value) => badPair(filter, operator, value)), [`${name}[]=`, `${name}[]`]];
}

/** Parameters that no list has, in other spellings, repeated, or with invalid values. */
const badParameters = (sort: string | undefined): readonly Bad[] => [
  ...['page=2', 'offset=10', 'Limit=10', 'fields=id', 'q=a', 'filter[id][in]=a', 'id=a', 'per_page=5'].map(
    (query): Bad => [query, query.split('=')[0] ?? ''],
  ),
  ...['0', '-1', '1.5', '1e2', '0x10', 'all', '', '%205', '1,000', '%2B5', '5%00'].map((value): Bad => [
    `limit=${value}`,
    'limit',
  ]),
  ['limit=5&limit=5', 'limit'],
  [`sort=${sort}&sort=${sort}`, 'sort'],
  ['limit[]=5', 'limit[]'],
  [`filters[id]=${unknownId}`, 'filters[id]'],
  [`filters[id][in][0]=${unknownId}`, 'filters[id][in][0]'],
  [`filters.id.in=${unknownId}`, 'filters.id.in'],
  ['filters=a', 'filters'],
];

const rulesOfQueries = [
  ...(['FILT-9', 'FILT-11', 'FILT-2', 'FILT-5', 'FILT-6', 'SORT-1', 'PAGE-2', 'PAGE-3', 'ERR-2'] as const),
];

const noFilters = ['nothing', 'Id', 'description', 'constructor', 'soft_deleted_at'];

const brokenEncodings = [
  ...['filters[id][in]=%', 'filters[id][in]=%4', 'filters[id][in]=%GG', 'sort=%C3%28'],
  ...['limit=%ED%A0%80', '%FF=1', 'l%imit=5'],
];

export const negativeChecks: Checks = {
  'bad-values-are-refused': onCollections(['FILT-9', 'FILT-6', 'FILT-5', 'FILT-2', 'FILT-11', 'SHAPE-8'], {
    title: 'every filter refuses values of another kind, empty ones and repetitions, and the 400 names it',
    run: async (context, { path, filters }) => {
      const bad = filters.flatMap((filter) => badOfFilter(filter, context.random));
      await expectAllRefused(context, path, bad);
    },
  }),
  'foreign-operators-are-refused': onCollections(['FILT-9', 'FILT-1', 'FILT-10'], {
    title: 'every filter refuses the operators of other kinds, and unknown ones',
    run: async (context, { path, filters }) => {
      const bad = filters.flatMap((filter) => {
        const foreign = allOperators.filter((operator) => !filter.operators.includes(operator));
        const unknown = context.random.sample(['like', 'IN', 'ne', '__proto__', 'contains'], 1);
        const operators = [...context.random.sample(foreign, 2), ...unknown];
        return operators.map((operator) => badPair(filter, operator, goodValue(filter)));
      });
      await expectAllRefused(context, path, bad);
    },
  }),
  'foreign-filters-are-refused': onCollections(['FILT-9', 'FILT-10'], {
    title: 'a collection refuses the filters of other collections, and fields that are not filters',
    run: async (context, subject) => {
      const own = filterTable(subject.contract.filters);
      const foreign = new Map(
        [...context.snapshot.values()].flatMap(({ contract }) => [...filterTable(contract.filters)]),
      );
      const others = [...foreign.values()].filter(({ field }) => !own.has(field));
      const some = context.random.sample(others, 8);
      const bad = some.map((filter) => badPair(filter, filter.operators[0] ?? 'in', goodValue(filter)));
      const none = noFilters.map((field): Bad => [`filters[${field}][in]=a`, `filters[${field}][in]`]);
      await expectAllRefused(context, subject.path, [...bad, ...none]);
    },
  }),
  'unknown-parameters-are-refused': onCollections(['FILT-9', 'PAGE-2'], {
    title: 'unknown parameters, other spellings, repeated parameters and bad limits are refused',
    run: (context, { path, contract }) => expectAllRefused(context, path, badParameters(contract.sorts[0])),
  }),
  'sets-have-their-limit': onCollections(['FILT-2'], {
    title: 'a set of 101 distinct values is refused, in every notation',
    run: async (context, { path }) => {
      const ids = Array.from({ length: 101 }, (_, index) => nearUnknownId(index));
      const name = 'filters[id][in]';
      await expectBadRequest(context, `${path}?${name}=${ids.join(',')}`, name);
      const brackets = ids.slice(60).map((id) => `${name}[]=${id}`);
      await expectBadRequest(context, `${path}?${name}=${ids.slice(0, 60).join(',')}&${brackets.join('&')}`);
    },
  }),
  'known-bad-queries-are-refused': onServer(rulesOfQueries, {
    title: 'every bad query of the interface’s wire vectors is refused, and every bad parameter is named',
    run: async (context) => {
      await context.each(wireVectors('bad-list-queries'), async (vector) => {
        const [title = '', collection, query = ''] = ['title', 'collection', 'query'].map((key) =>
          toText(valuesAt(vector, key)[0]),
        );
        const codes = valuesAt(vector, 'errors[].code').map(toText);
        const exchange = await context.get(`/api/v1/${collection}?${query}`, { odd: true });
        expectStatus(exchange, 400, title);
        const parameters = namedParameters(vector, query, codes);
        expectProblemBody(exchange, expectedCode(query, codes), title, { parameters });
      });
    },
  }),
  'instants-have-two-forms': onServer(['FILT-5'], {
    title: 'the two forms of a time are accepted, and every other one is refused',
    run: async (context) => {
      const subjects = [...context.snapshot.keys()].map((name) => context.subject(name));
      const times = subjects.flatMap((subject) =>
        timeFilters(subject).map((filter) => ({ path: subject.path, filter })),
      );
      await context.each([false, true], async (isGood) => {
        await context.each(instants(isGood).entries(), async ([index, text]) => {
          const { path, filter } = context.need(times[index % times.length], 'no filter by a time');
          const name = `filters[${filter.field}][${filter.operators[index % filter.operators.length]}]`;
          const query = `${path}?${name}=${encodeURIComponent(text)}`;
          if (isGood) expectStatus(await context.get(query), 200, `the time ${text}`);
          else await expectBadRequest(context, query, name);
        });
      });
    },
  }),
  'broken-encodings-are-refused': onCollections(['FILT-11'], {
    title: 'broken percent-encoding and broken UTF-8 are 400',
    run: async (context, { path }) => {
      for (const query of brokenEncodings)
        expectStatus(await context.get(`${path}?${query}`, { odd: true }), 400, query);
    },
  }),
  'empty-pairs-are-skipped': onCollections(['FILT-11'], {
    title: 'an empty pair is skipped, encoded names are accepted, and + is a space',
    run: async (context, { path }) => {
      const query = `&&limit=3&&%66ilters%5Bid%5D%5Bnot_in%5D=${unknownId}&`;
      expectStatus(await context.get(`${path}?${query}`), 200, query);
      const name = 'filters[created_at][gte]';
      await expectBadRequest(context, `${path}?${name}=2026-03-01T09:00:00+02:00`, name);
    },
  }),
};
