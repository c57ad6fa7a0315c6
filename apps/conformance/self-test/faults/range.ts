import { idsOf, rows } from '../probe/ask.js';
import { textOf } from '../server/json.js';
import type { RangeTest } from '../server/query/list-query.js';
import type { SelfTestServer } from '../server/start.js';
import type { Fault } from './fault.js';

const all = (server: SelfTestServer, collection: string, query = '') => rows(server, collection, `limit=200&${query}`);

/** An instant at which some bookings start. */
async function someStart(server: SelfTestServer): Promise<string> {
  const [first] = await rows(server, 'bookings', 'limit=1&sort=starts_at');
  return textOf(first?.['starts_at']);
}

async function atBound(server: SelfTestServer, operator: RangeTest['operator']): Promise<boolean> {
  const bound = await someStart(server);
  return (await all(server, 'bookings', `filters[starts_at][${operator}]=${bound}`)).some(
    (row) => row['starts_at'] === bound,
  );
}

/** A test with another operator. */
const asOperator =
  (from: RangeTest['operator'], to: RangeTest['operator']) =>
  (test: RangeTest): RangeTest =>
    test.operator === from ? { ...test, operator: to } : test;

const operatorFault = <From extends RangeTest['operator'], To extends RangeTest['operator']>(
  from: From,
  to: To,
  meets: boolean,
) =>
  ({
    id: `range-${from}-as-${to}`,
    family: 'range',
    rule: 'FILT-1',
    summary: `${from} compares as ${to}`,
    behaviour: (sound) => ({
      rangeKeeps: (test, time, contract) => sound.rangeKeeps(asOperator(from, to)(test), time, contract),
    }),
    probe: async (server) => (await atBound(server, from)) === meets,
  }) as const satisfies Fault;

export const rangeFaults = [
  operatorFault('lte', 'lt', false),
  operatorFault('gte', 'gt', false),
  operatorFault('lt', 'lte', true),
  operatorFault('gt', 'gte', true),
  {
    id: 'range-lt-as-gt-on-canceled-at',
    family: 'range',
    rule: 'FILT-1',
    summary: 'lt of canceled_at is gt, on subscriptions alone',
    behaviour: (sound) => ({
      rangeKeeps: (test, time, contract) =>
        contract.name === 'subscriptions' && test.filter.field === 'canceled_at'
          ? sound.rangeKeeps(asOperator('lt', 'gt')(test), time, contract)
          : sound.rangeKeeps(test, time, contract),
    }),
    probe: async (server) => (await all(server, 'subscriptions', 'filters[canceled_at][lt]=2000-01-01')).length > 0,
  },
  {
    id: 'range-ends-at-reads-starts-at',
    family: 'range',
    rule: 'FILT-1',
    summary: 'ends_at of bookings compares starts_at',
    behaviour: (sound) => ({
      timeAt: (row, field, contract) =>
        sound.timeAt(row, contract.name === 'bookings' && field === 'ends_at' ? 'starts_at' : field, contract),
    }),
    probe: async (server) => {
      const [last] = await rows(server, 'bookings', 'limit=1&sort=-ends_at');
      return (await all(server, 'bookings', `filters[ends_at][gte]=${textOf(last?.['ends_at'])}`)).length === 0;
    },
  },
  {
    id: 'range-nulls-pass',
    family: 'range',
    rule: 'FILT-3',
    summary: 'a range keeps rows whose value is null',
    behaviour: (sound) => ({
      rangeKeeps: (test, time, contract) => time === null || sound.rangeKeeps(test, time, contract),
    }),
    probe: async (server) => (await all(server, 'bookings', 'filters[canceled_at][gt]=2100-01-01')).length > 0,
  },
  {
    id: 'range-nulls-before-everything',
    family: 'range',
    rule: 'FILT-3',
    summary: 'a null is before every instant, on projects alone',
    behaviour: (sound) => ({
      rangeKeeps: (test, time, contract) =>
        sound.rangeKeeps(test, contract.name === 'projects' ? (time ?? -Infinity) : time, contract),
    }),
    probe: async (server) => (await all(server, 'projects', 'filters[published_at][lt]=2000-01-01')).length > 0,
  },
  {
    id: 'range-in-seconds',
    family: 'range',
    rule: 'SHAPE-4',
    summary: 'times are compared by the second',
    behaviour: (sound) => ({
      rangeKeeps: (test, time, contract) => {
        const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
        return sound.rangeKeeps(
          { ...test, bound: seconds(test.bound) },
          time === null ? null : seconds(time),
          contract,
        );
      },
    }),
    probe: async (server) => {
      for (const row of await all(server, 'bookings')) {
        const start = textOf(row['starts_at']);
        const next = new Date(Date.parse(start) + 1).toISOString();
        if (next.slice(0, 19) !== start.slice(0, 19)) continue;
        return !idsOf(await all(server, 'bookings', `filters[starts_at][lt]=${next}`)).includes(textOf(row['id']));
      }
      return false;
    },
  },
  {
    id: 'range-second-bound-dropped',
    family: 'range',
    rule: 'FILT-5',
    summary: 'of two bounds of one field only the first applies',
    behaviour: () => ({
      testsOf: (tests) =>
        tests.filter(
          (test, index) =>
            test.kind !== 'range' ||
            !tests.slice(0, index).some((other) => other.kind === 'range' && other.filter.field === test.filter.field),
        ),
    }),
    probe: async (server) =>
      (await all(server, 'bookings', 'filters[starts_at][gte]=2000-01-01&filters[starts_at][lt]=2000-01-02')).length >
      0,
  },
  {
    id: 'range-created-at-ignored',
    family: 'range',
    rule: 'FILT-10',
    summary: 'project_thematics are not filtered by created_at',
    behaviour: () => ({
      testsOf: (tests, { name }) =>
        tests.filter(({ filter }) => name !== 'project_thematics' || filter.field !== 'created_at'),
    }),
    probe: async (server) => (await all(server, 'project_thematics', 'filters[created_at][lt]=2000-01-01')).length > 0,
  },
  {
    id: 'range-updated-at-reads-created-at',
    family: 'range',
    rule: 'FILT-10',
    summary: 'the filter updated_at compares created_at',
    behaviour: (sound) => ({
      timeAt: (row, field, contract) => sound.timeAt(row, field === 'updated_at' ? 'created_at' : field, contract),
    }),
    probe: async (server) => {
      const [last] = await rows(server, 'plans', 'limit=1&sort=-updated_at');
      return (await all(server, 'plans', `filters[updated_at][gte]=${textOf(last?.['updated_at'])}`)).length === 0;
    },
  },
] as const satisfies readonly Fault[];
