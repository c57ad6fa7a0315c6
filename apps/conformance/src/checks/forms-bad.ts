import type { FilterField, Operator } from '@resource-catalogue/contracts';
import { toText, typedKeys, valuesAt } from '../json.js';
import { type Checks, onCollections } from '../kit/check.js';
import { badValues, goodValue } from '../kit/choose.js';
import type { CheckContext } from '../kit/context.js';
import { expectProblem } from '../kit/expect.js';
import type { Subject } from '../kit/subject.js';
import { violated } from '../kit/violation.js';
import { decoded } from '../target/query.js';
import { names } from './forms-list-places.js';
import { pairwise, batchCases } from '../kit/pairwise.js';

/** The position of the bad value in a set; a range or boolean has a single value, which may be sent once. */
const positions = {
  alone: (name: string, bad: string) => [`${name}=${bad}`],
  first: (name: string, bad: string, good: string) => [`${name}=${bad},${good}`],
  last: (name: string, bad: string, good: string) => [`${name}=${good},${bad}`],
  repeated: (name: string, bad: string, good: string) => [`${name}=${good}`, `${name}=${bad}`],
  'repeated first': (name: string, bad: string, good: string) => [`${name}=${bad}`, `${name}=${good}`],
  brackets: (name: string, bad: string) => [`${name}[]=${bad}`],
} as const;

/** The other parameters of the query, and the one of them that is also wrong. */
const neighbours = {
  nothing: { query: '', parameter: null },
  'a good limit': { query: 'limit=5', parameter: null },
  'a bad limit': { query: 'limit=none', parameter: 'limit' },
  'a limit twice': { query: 'limit=5&limit=5', parameter: 'limit' },
  'a bad sort': { query: 'sort=nothing', parameter: 'sort' },
  'a bad cursor': { query: 'cursor=damaged', parameter: 'cursor' },
  'an unknown parameter': { query: 'nothing=5', parameter: 'nothing' },
  'an unknown filter': { query: 'filters[nothing][in]=a', parameter: 'filters[nothing][in]' },
} as const;

const orders = {
  first: (own: readonly string[], others: readonly string[]) => [...own, ...others],
  last: (own: readonly string[], others: readonly string[]) => [...others, ...own],
  around: ([one = '', ...own]: readonly string[], others: readonly string[]) => [one, ...others, ...own],
  'between empty pairs': (own: readonly string[], others: readonly string[]) => [
    '',
    ...others.flatMap((one) => [one, '']),
    ...own.flatMap((one) => [one, '']),
  ],
} as const;

const spellings = ['plain', 'encoded', 'lower-case hexadecimals', 'only letters in lower-case hexadecimals'] as const;

interface BadCase {
  readonly filter: FilterField;
  readonly operator: Operator;
  readonly bad: string;
  readonly position: keyof typeof positions;
  readonly neighbour: keyof typeof neighbours;
  readonly order: keyof typeof orders;
  readonly name: (typeof spellings)[number];
}

const takesSets = ({ operators }: FilterField): boolean => operators.includes('in');

/** A query with a NUL is refused as a whole, so its other errors need not be named. */
const isNoText = (bad: string): boolean => bad.includes('%00');

/** Empty values are never allowed (FILT-2). Some of the other invalid values are only invalid for certain kinds. */
const listBadValues = (kind: FilterField['kind']): readonly string[] => [...new Set(['', ...badValues[kind]])];

function isPossible({ filter, operator, bad, position, neighbour }: Partial<BadCase>): boolean {
  if (filter && operator && !filter.operators.includes(operator)) return false;
  if (filter && !takesSets(filter) && (position === 'first' || position === 'last')) return false;
  return bad === undefined || !isNoText(bad) || neighbour === undefined || neighbours[neighbour].parameter === null;
}

async function expectBad(context: CheckContext, { path }: Subject, cases: readonly BadCase[]): Promise<void> {
  const [{ neighbour, order } = { neighbour: 'nothing', order: 'first' } as const] = cases;
  const parameters = cases.map(({ filter, operator, bad, position, name: spelling }) => {
    const name = `filters[${filter.field}][${operator}]`;
    return {
      isPlain: spelling === 'plain',
      name: position === 'brackets' ? `${name}[]` : name,
      own: positions[position](names[spelling](name), bad, goodValue(filter)),
    };
  });
  const { query: beside, parameter } = neighbours[neighbour];
  const own = parameters.flatMap((one) => one.own);
  const query = `${path}?${orders[order](own, beside === '' ? [] : [beside]).join('&')}`;
  const exchange = await context.get(query);
  const plain = parameters.filter(({ isPlain }) => isPlain).map(({ name }) => name);
  const named = parameter === null ? plain : [...plain, parameter];
  expectProblem(exchange, 'invalid_request', query, { parameters: named });
  // An encoded name may be reported decoded or not (ERR-2).
  const found = valuesAt(exchange.json, 'errors[].parameter').map((name) => decoded(toText(name)));
  for (const { name } of parameters)
    if (!found.includes(name))
      violated(`an entry of errors with the parameter "${name}" (ERR-2)`, found.join(', '), exchange);
}

/** All errors are reported at once, so cases with the same neighbour share a query, except those with a NUL (ERR-2). */
const groupByQuery = (cases: readonly BadCase[]): BadCase[][] =>
  batchCases(
    cases,
    ({ neighbour, order, bad }) => (neighbour === 'nothing' || isNoText(bad) ? null : `${neighbour} ${order}`),
    (one, other) => one.filter !== other.filter || one.operator !== other.operator,
  );

function makeCases(context: CheckContext, subject: Subject, kind: FilterField['kind']): BadCase[] {
  const filters = subject.filters.filter((filter) => filter.kind === kind);
  return pairwise<BadCase>(
    context,
    {
      filter: filters,
      operator: [...new Set(filters.flatMap(({ operators }) => operators))],
      bad: listBadValues(kind),
      position: filters.some(takesSets) ? typedKeys(positions) : ['alone', 'repeated', 'repeated first', 'brackets'],
      neighbour: typedKeys(neighbours),
      order: typedKeys(orders),
      name: spellings,
    },
    isPossible,
  );
}

export const badFormChecks: Checks = {
  'every-bad-form-in-every-place': onCollections(['FILT-9', 'FILT-2', 'FILT-5', 'FILT-6', 'FILT-12', 'ERR-2'], {
    title: 'each filter refuses each bad value with each operator, in any position, and names it among other errors',
    run: async (context, subject) => {
      const kinds = [...new Set(subject.filters.map((filter) => filter.kind))];
      const cases = kinds.flatMap((kind) => makeCases(context, subject, kind));
      for (const query of groupByQuery(cases)) await expectBad(context, subject, query);
    },
  }),
};
