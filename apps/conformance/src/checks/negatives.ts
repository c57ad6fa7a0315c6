import {
  collections,
  type FilterField,
  filterTable,
  operatorsOf,
  type ProblemCode,
} from '@resource-catalogue/contracts';
import { type Checks, onCollections, onServer } from '../kit/check.js';
import { badValues, goodValue } from '../kit/choose.js';
import type { CheckContext } from '../kit/context.js';
import { expectBadRequest, expectProblem, expectProblemBody, expectStatus } from '../kit/expect.js';
import { names } from '../kit/spellings.js';
import { type Subject, timeFilters } from '../kit/subject.js';
import { fail } from '../kit/violation.js';
import { readWireVectors } from '../kit/wire-vectors.js';
import { type JsonObject, toText, keysOf, valuesAt } from '../json.js';
import { decode } from '../target/query.js';

/** Invalid encodings: FILT-9 and FILT-11 require a 400 but fix no code, even in a cursor. */
const isInvalidText = (query: string): boolean => /%00|%(?![0-9a-f]{2})/i.test(query);

/** The code of a 400; null if the API leaves it open. */
function expectedCode(query: string, codes: readonly string[]): ProblemCode | null {
  if (codes.join() !== 'invalid_cursor') return 'invalid_request';
  return isInvalidText(query) ? null : 'invalid_cursor';
}

/** The parameters that the response must list, except undecodable names and too many values under one name. */
function listedParameters(vector: JsonObject, query: string, codes: readonly string[]): string[] {
  if (codes.includes('too_many') && query.includes('[]=')) return [];
  const parameters = valuesAt(vector, 'errors[].parameter').map(toText);
  return parameters.filter((parameter) => parameter !== '' && !/[% ]/.test(parameter));
}

/** The times of the wire vectors, except those that the API leaves open: years before the first, other signs. */
const instants = (good: boolean): string[] =>
  readWireVectors('instants')
    .filter((vector) => (vector['instant'] !== null) === good)
    .map((vector) => toText(vector['text']))
    .filter((text) => !/^0000-12-31T23:30|^\+|−/.test(text));

/** A bad parameter, which may have to be sent in several parts. */
interface Bad {
  readonly name: string;
  /** The parameters, given the notation of the name. */
  sent(name: string): readonly string[];
}

const badPair = ({ field }: FilterField, operator: string, value: string): Bad => ({
  name: `filters[${field}][${operator}]`,
  sent: (written) => [`${written}=${value}`],
});

/** The position of the bad value; a range or boolean has a single value, which may be sent once. */
const positions = {
  alone: (name: string, bad: string) => [`${name}=${bad}`],
  repeated: (name: string, bad: string, good: string) => [`${name}=${good}`, `${name}=${bad}`],
  brackets: (name: string, bad: string) => [`${name}[]=${bad}`],
  'repeated first': (name: string, bad: string, good: string) => [`${name}=${bad}`, `${name}=${good}`],
  // Only in sets.
  first: (name: string, bad: string, good: string) => [`${name}=${bad},${good}`],
  between: (name: string, bad: string, good: string) => [`${name}=${good},${bad},${good}`],
  last: (name: string, bad: string, good: string) => [`${name}=${good},${bad}`],
} as const;

/** Values that a filter rejects, each with one of its operators in one of the positions, beginning at `place`. */
function badForms(filter: FilterField, place: number): Bad[] {
  const { kind, operators, values = [] } = filter;
  const good = goodValue(filter);
  const capitals = kind === 'enum' ? [(values[0] ?? '').toUpperCase()] : [];
  const bad = [...new Set(['', ...badValues[kind], ...capitals])].filter((value) => !isInvalidText(value));
  const isSet = operators.some((operator) => operator === 'in');
  const known = keysOf(positions).slice(0, isSet ? 7 : 4);
  const formOf = (value: string, operator = operators[0], at = 0): Bad => {
    const position = known[at % known.length] ?? 'alone';
    const { name } = badPair(filter, operator ?? '', value);
    const sent = (written: string) => positions[position](written, value, good);
    return { name: position === 'brackets' ? `${name}[]` : name, sent };
  };
  const forms = bad.map((value, index) => {
    const step = index + place;
    return formOf(value, operators[step % operators.length], step + Math.floor(index / operators.length));
  });
  // A single value may neither be repeated nor be under brackets, even if it is good.
  return isSet ? forms : [...forms, ...[1, 2].map((at) => formOf(good, operators[0], at))];
}

/** The other parameters of the query, and the invalid one among them. */
const neighbours: readonly (readonly [query?: string, parameter?: string])[] = [
  [],
  ['limit=5'],
  ['limit=none', 'limit'],
  ['limit=5&limit=5', 'limit'],
  ['sort=nothing', 'sort'],
  ['cursor=damaged', 'cursor'],
  ['nothing=5', 'nothing'],
  ['filters[nothing][in]=a', 'filters[nothing][in]'],
];

const orders: readonly ((own: readonly string[], others: readonly string[]) => readonly string[])[] = [
  (own, others) => [...own, ...others],
  (own, others) => [...others, ...own],
  ([one = '', ...own], others) => [one, ...others, ...own],
  (own, others) => ['', ...[...others, ...own].flatMap((one) => [one, ''])],
];

const spellings = ['plain', 'encoded', 'lower-case hex digits', 'only letters with lower-case hex digits'] as const;

/**
 * Sends bad parameters of different names in one query, because all errors are reported at once (ERR-2). Each `turn`
 * has other neighbours, another order and other spellings.
 */
async function expectNamed(context: CheckContext, path: string, bad: readonly Bad[], turn: number): Promise<void> {
  const [beside, ...parameters] = neighbours[turn % neighbours.length] ?? [];
  const arranged = orders[(turn + Math.floor(turn / neighbours.length)) % orders.length];
  const spellingOf = (index: number) => spellings[(turn + index) % spellings.length] ?? 'plain';
  const own = bad.flatMap(({ sent, name }, index) => sent(names[spellingOf(index)](name.replace(/\[\]$/, ''))));
  const query = `${path}?${arranged?.(own, beside === undefined ? [] : [beside]).join('&')}`;
  const exchange = await context.get(query);
  expectProblem(exchange, 'invalid_request', query, { parameters: parameters.filter((one) => one !== undefined) });
  const found = valuesAt(exchange.json, 'errors[].parameter').map(toText);
  for (const [index, { name }] of bad.entries()) {
    // An encoded name may be reported decoded or not (ERR-2).
    if (!(spellingOf(index) === 'plain' ? found : found.map(decode)).includes(name))
      fail(`an entry of errors with the parameter "${name}" (ERR-2)`, found.join(', '), exchange);
  }
}

/** Sends the first bad parameter of each list, then the second ones, and so on. */
async function expectEachNamed(context: CheckContext, { path, place }: Subject, lists: readonly (readonly Bad[])[]) {
  const turns = Math.max(...lists.map(({ length }) => length));
  for (let turn = 0; turn < turns; turn += 1) {
    const bad = lists.flatMap((list) => list.slice(turn, turn + 1));
    await expectNamed(context, path, bad, turn + place);
  }
}

const unknownOperators = ['like', 'IN', 'ne', '__proto__', 'contains'];

const unknownNames = [
  ...['nothing', 'Id', 'description', 'constructor', 'soft_deleted_at'].map((field) => `filters[${field}][in]`),
  ...['page', 'offset', 'Limit', 'fields', 'q', 'filter[id][in]', 'id', 'per_page', 'limit[]', 'filters.id.in'],
  ...['filters', 'filters[id]', 'filters[id][in][0]'],
];

const rulesOfQueries = [
  ...(['FILT-9', 'FILT-11', 'FILT-2', 'FILT-5', 'FILT-6', 'SORT-1', 'PAGE-2', 'PAGE-3', 'ERR-2'] as const),
];

export const negativeChecks: Checks = {
  'bad-values-are-rejected': onCollections([...rulesOfQueries, 'FILT-12', 'SHAPE-8'], {
    title: 'each filter rejects each bad value with any operator, in any position, and reports it among other errors',
    run: async (context, subject) => {
      const { filters, path } = subject;
      const lists = filters.map((filter, place) => badForms(filter, place + subject.place));
      await expectEachNamed(context, subject, lists);
      // A query with a NUL is rejected as a whole, so its other errors need not be reported.
      for (const kind of new Set(filters.map((filter) => filter.kind))) {
        const own = filters.filter((filter) => filter.kind === kind);
        for (const [index, value] of badValues[kind].filter(isInvalidText).entries()) {
          const { field = '', operators = [] } = own[index % own.length] ?? {};
          const name = `filters[${field}][${operators[index % operators.length]}]`;
          await expectBadRequest(context, `${path}?${name}=${value}`, name);
        }
      }
    },
  }),
  'foreign-operators-are-rejected': onCollections(['FILT-9', 'FILT-1', 'FILT-10'], {
    title: 'every filter rejects the operators of other kinds, and unknown ones',
    run: async (context, subject) => {
      const all = [...new Set<string>([...Object.values(operatorsOf).flat(), ...unknownOperators])];
      const lists = subject.filters.map((filter) => {
        const foreign = all.filter((operator) => !filter.operators.some((own) => own === operator));
        return foreign.map((operator) => badPair(filter, operator, goodValue(filter)));
      });
      await expectEachNamed(context, subject, lists);
    },
  }),
  'foreign-filters-are-rejected': onCollections(['FILT-9', 'FILT-10', 'PAGE-2'], {
    title: 'a collection rejects the filters of other collections, fields that are not filters, and other parameters',
    run: async (context, subject) => {
      const own = filterTable(subject.contract.filters);
      const foreign = new Map(collections.flatMap(({ filters }) => [...filterTable(filters)]));
      const others = [...foreign.values()].filter(({ field }) => !own.has(field));
      const bad = [
        ...others.map((filter) => badPair(filter, filter.operators[0] ?? 'in', goodValue(filter))),
        ...unknownNames.map((name): Bad => ({ name, sent: () => [`${name}=a`] })),
      ];
      // Short enough for the strictest proxies.
      for (let turn = 0; turn * 30 < bad.length; turn += 1)
        await expectNamed(context, subject.path, bad.slice(turn * 30, turn * 30 + 30), turn);
    },
  }),
  'known-bad-queries-are-rejected': onServer(rulesOfQueries, {
    title: 'every bad query of the wire vectors is rejected, and every bad parameter is reported',
    run: async (context) => {
      await context.each(readWireVectors('bad-list-queries'), async (vector) => {
        const [title = '', collection, query = ''] = ['title', 'collection', 'query'].map((key) => toText(vector[key]));
        const codes = valuesAt(vector, 'errors[].code').map(toText);
        const exchange = await context.get(`/api/v1/${collection}?${query}`, { odd: true });
        expectStatus(exchange, 400, title);
        const parameters = listedParameters(vector, query, codes);
        expectProblemBody(exchange, expectedCode(query, codes), title, { parameters });
      });
    },
  }),
  'times-have-two-forms': onServer(['FILT-5'], {
    title: 'the two forms of a time are accepted, and every other one is rejected',
    run: async (context) => {
      const [subject] = context.subjects.sort((one, other) => timeFilters(other).length - timeFilters(one).length);
      const { path, ...rest } = context.need(subject, 'no filter by a time');
      const places = timeFilters(rest).flatMap((filter) => filter.operators.map((operator) => ({ filter, operator })));
      for (const isGood of [false, true]) {
        const texts = instants(isGood);
        for (let turn = 0; turn * places.length < texts.length; turn += 1) {
          // Each time is sent with another filter or operator.
          const pairs = texts.slice(turn * places.length).flatMap((text, index) => {
            const place = places[index];
            return place ? [badPair(place.filter, place.operator, encodeURIComponent(text))] : [];
          });
          const query = pairs.flatMap(({ name, sent }) => sent(name)).join('&');
          if (isGood) expectStatus(await context.get(`${path}?${query}`), 200, `the times of ${query}`);
          else await expectNamed(context, path, pairs, turn);
        }
      }
    },
  }),
};
