import { list, objectIn, rows, same } from '../probe/ask.js';
import { textOf } from '../server/json.js';
import type { Test } from '../server/query/list-query.js';
import type { SelfTestServer } from '../server/start.js';
import type { Fault } from './fault.js';

// Faults of sets: what `in` and `not_in` keep, on fields with one value.

const count = async (server: SelfTestServer, collection: string, query: string): Promise<number> =>
  (await rows(server, collection, `limit=200&${query}`)).length;

/** A value of a field that some row has, as a query sends it. */
async function someValue(server: SelfTestServer, collection: string, field: string): Promise<string> {
  const all = await rows(server, collection, 'limit=200');
  return encodeURIComponent(textOf(all.map((row) => row[field]).find((value) => typeof value === 'string') ?? ''));
}

/** Whether these two filters are all that is asked for. */
const isPair = (tests: readonly Test[], ...fields: readonly string[]): boolean =>
  tests.length === 2 && fields.every((field) => tests.some(({ filter }) => filter.field === field));

export const setFilterFaults = [
  {
    id: 'set-filter-first-value-only',
    family: 'set-filter',
    rule: 'FILT-1',
    summary: 'of a set only the first value counts',
    behaviour: (sound) => ({
      setKeeps: (test, actual, row, contract) =>
        sound.setKeeps({ ...test, values: test.values.slice(0, 1) }, actual, row, contract),
    }),
    probe: async (server) =>
      (await count(server, 'users', 'filters[state][in]=active,locked')) ===
      (await count(server, 'users', 'filters[state][in]=active')),
  },
  {
    id: 'set-filter-not-in-is-in',
    family: 'set-filter',
    rule: 'FILT-1',
    summary: 'not_in keeps what is in the set',
    behaviour: (sound) => ({
      setKeeps: (test, actual, row, contract) => sound.setKeeps({ ...test, operator: 'in' }, actual, row, contract),
    }),
    probe: async (server) =>
      same(
        await rows(server, 'users', 'filters[state][in]=active'),
        await rows(server, 'users', 'filters[state][not_in]=active'),
      ),
  },
  {
    id: 'set-filter-not-in-drops-nulls',
    family: 'set-filter',
    rule: 'FILT-3',
    summary: 'not_in leaves rows out whose value is null',
    behaviour: (sound) => ({
      setKeeps: (test, actual, row, contract) =>
        sound.setKeeps(test, actual, row, contract) &&
        (test.operator === 'in' || actual.length > 0 || row[`${test.filter.field.replace(/_id$/, '')}s`] !== undefined),
    }),
    probe: async (server) =>
      !(
        await rows(server, 'members', `limit=200&filters[email][not_in]=${await someValue(server, 'members', 'email')}`)
      ).some(({ email }) => email === null),
  },
  {
    id: 'set-filter-not-in-drops-nulls-on-bookings',
    family: 'set-filter',
    rule: 'FILT-3',
    summary: 'group_id not_in leaves bookings without a group out',
    behaviour: (sound) => ({
      setKeeps: (test, actual, row, contract) =>
        sound.setKeeps(test, actual, row, contract) &&
        !(contract.name === 'bookings' && test.filter.field === 'group_id' && actual.length === 0),
    }),
    probe: async (server) =>
      !(await rows(server, 'bookings', 'filters[group_id][not_in]=00000000-0000-7000-8000-000000000000')).some(
        ({ group }) => group === null,
      ),
  },
  {
    id: 'set-filter-in-keeps-nulls',
    family: 'set-filter',
    rule: 'FILT-3',
    summary: 'in keeps rows whose value is null',
    behaviour: (sound) => ({
      setKeeps: (test, actual, row, contract) =>
        sound.setKeeps(test, actual, row, contract) ||
        (actual.length === 0 && row[test.filter.field.replace(/_id$/, '')] === null),
    }),
    probe: async (server) =>
      (await count(server, 'members', 'filters[space_id][in]=00000000-0000-7000-8000-000000000000')) > 0,
  },
  {
    id: 'set-filter-ignored-on-bookings-group',
    family: 'set-filter',
    rule: 'FILT-1',
    summary: 'bookings are not filtered by group_id, though it is accepted',
    behaviour: () => ({
      testsOf: (tests, { name }) => tests.filter(({ filter }) => name !== 'bookings' || filter.field !== 'group_id'),
    }),
    probe: async (server) =>
      (await count(server, 'bookings', 'filters[group_id][in]=00000000-0000-7000-8000-000000000000')) > 0,
  },
  {
    id: 'set-filter-tests-joined-by-or',
    family: 'set-filter',
    rule: 'FILT-1',
    summary: 'a row need meet only one of several filters',
    behaviour: () => ({ joined: (answers) => answers.length === 0 || answers.includes(true) }),
    probe: async (server) =>
      (await count(server, 'users', 'filters[state][in]=active&filters[role][in]=admin')) >
      (await count(server, 'users', 'filters[state][in]=active')),
  },
  {
    id: 'set-filter-two-fields-joined-by-or',
    family: 'set-filter',
    rule: 'FILT-1',
    summary: 'state and space_id, where nothing else is asked for, are joined by OR',
    behaviour: (sound) => ({
      joined: (answers, tests) =>
        isPair(tests, 'state', 'space_id') ? answers.includes(true) : sound.joined(answers, tests),
    }),
    probe: async (server) => {
      const state = 'filters[state][in]=confirmed';
      const [row] = await rows(server, 'bookings', `${state}&limit=1`);
      const space = textOf(objectIn(row ?? {}, 'space')['id']);
      return (
        (await count(server, 'bookings', `${state}&filters[space_id][in]=${space}`)) >
        (await count(server, 'bookings', `filters[space_id][in]=${space}`))
      );
    },
  },
  {
    id: 'set-filter-flag-lost-beside-state',
    family: 'set-filter',
    rule: 'FILT-1',
    summary: 'soft_deleted does nothing beside publication_state alone',
    behaviour: (sound) => ({
      joined: (answers, tests) =>
        isPair(tests, 'publication_state', 'soft_deleted')
          ? answers.some((answer, place) => answer && tests[place]?.kind === 'set')
          : sound.joined(answers, tests),
    }),
    probe: async (server) =>
      (await count(server, 'places', 'filters[publication_state][in]=published&filters[soft_deleted][eq]=true')) ===
      (await count(server, 'places', 'filters[publication_state][in]=published')),
  },
  {
    id: 'set-filter-third-ignored',
    family: 'set-filter',
    rule: 'FILT-1',
    summary: 'of three filters only two are applied',
    behaviour: () => ({ testsOf: (tests) => tests.slice(0, 2) }),
    probe: async (server) => {
      const none = 'filters[id][in]=00000000-0000-7000-8000-000000000000';
      return (await count(server, 'users', `filters[state][in]=active&filters[role][not_in]=admin&${none}`)) > 0;
    },
  },
  {
    id: 'paging-filter-lost-on-later-pages',
    family: 'paging',
    rule: 'FILT-1',
    summary: 'filters apply to the first page only',
    behaviour: (sound) => {
      let later = false;
      return {
        pairsOf: (rawQuery, contract) => {
          later = /(?:^|&)cursor=/.test(rawQuery);
          return sound.pairsOf(rawQuery, contract);
        },
        testsOf: (tests) => (later ? [] : tests),
      };
    },
    probe: async (server) => {
      const filter = 'limit=2&filters[state][in]=pending';
      const reply = await list(server, 'bookings', filter);
      const cursor = /cursor=([\w-]+)/.exec(reply.text)?.[1] ?? '';
      return (await rows(server, 'bookings', `${filter}&cursor=${cursor}`)).some(({ state }) => state !== 'pending');
    },
  },
  {
    id: 'set-filter-in-and-not-in-collide',
    family: 'set-filter',
    rule: 'FILT-1',
    summary: 'of in and not_in on one field only the latter applies',
    behaviour: () => ({
      testsOf: (tests) =>
        tests.filter(
          (test) =>
            !(test.kind === 'set' && test.operator === 'in') ||
            !tests.some((other) => other !== test && other.kind === 'set' && other.filter.field === test.filter.field),
        ),
    }),
    probe: async (server) =>
      (await rows(server, 'users', 'filters[state][in]=active&filters[state][not_in]=locked')).some(
        ({ state }) => state === 'invited',
      ),
  },
  {
    id: 'set-filter-text-by-part',
    family: 'set-filter',
    rule: 'FILT-9',
    summary: 'a text filter keeps rows that have the value as a part',
    behaviour: (sound) => ({
      setKeeps: (test, actual, row, contract) =>
        test.filter.kind === 'text' && test.operator === 'in'
          ? actual.some((text) => test.values.some((value) => text.includes(value)))
          : sound.setKeeps(test, actual, row, contract),
    }),
    probe: async (server) => (await count(server, 'machine_units', 'filters[sku][in]=MACHINE')) > 0,
  },
  {
    id: 'set-filter-text-case-ignored',
    family: 'set-filter',
    rule: 'FILT-9',
    summary: 'the case of a text does not matter',
    behaviour: (sound) => ({
      setKeeps: (test, actual, row, contract) => {
        if (test.filter.kind !== 'text') return sound.setKeeps(test, actual, row, contract);
        const folded = { ...test, values: test.values.map((value) => value.toLowerCase()) };
        return sound.setKeeps(
          folded,
          actual.map((value) => value.toLowerCase()),
          row,
          contract,
        );
      },
    }),
    probe: async (server) => (await count(server, 'project_licenses', 'filters[code][in]=Cc-bY-1.0')) > 0,
  },
] as const satisfies readonly Fault[];
