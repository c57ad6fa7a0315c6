import { idsOf, list, rows } from '../probe/ask.js';
import { idOf, type JsonObject, objectsAt, textOf } from '../server/json.js';
import { isDeleted } from '../server/list/filtering.js';
import type { SelfTestServer } from '../server/start.js';
import type { Fault } from './fault.js';

// Faults of filters by flags, of many-to-many fields, and of the rows that a list has without a filter.

const all = (server: SelfTestServer, collection: string, query = '') => rows(server, collection, `limit=200&${query}`);

const isMany = (row: Readonly<Record<string, unknown>>, field: string): boolean =>
  field.endsWith('_id') && !(field.replace(/_id$/, '') in row);

/** A training with two machines at least, and their ids. */
async function twoMachines(server: SelfTestServer): Promise<readonly [training: string, machines: string[]]> {
  const trainings = await all(server, 'trainings');
  const one = trainings.find((row) => objectsAt(row, 'machines').length > 1);
  return [textOf(one?.['id']), one === undefined ? [] : idsOf(objectsAt(one, 'machines'))];
}

export const specialFilterFaults = [
  {
    id: 'set-filter-space-with-children',
    family: 'set-filter',
    rule: 'FILT-1',
    summary: 'a filter by a space finds what is in the spaces below it, too',
    behaviour: (sound) => {
      const parents = new Map<string, string>();
      return {
        shownInList: (row, contract) => {
          const parent = contract.name === 'spaces' ? idOf(row['parent']) : null;
          if (parent !== null) parents.set(textOf(row.id), parent);
          return sound.shownInList(row, contract);
        },
        valuesAt: (row, field, contract) => {
          const own = sound.valuesAt(row, field, contract);
          return field === 'space_id' ? own.flatMap((space) => [space, parents.get(space) ?? space]) : own;
        },
      };
    },
    probe: async (server) => {
      const spaces = await all(server, 'spaces');
      const machines = await all(server, 'machines');
      const isBelow = (space: JsonObject): boolean => machines.some((row) => idOf(row['space']) === space['id']);
      const below = spaces.find((space) => idOf(space['parent']) !== null && isBelow(space));
      const parent = textOf(idOf(below?.['parent']));
      const found = await all(server, 'machines', `filters[space_id][in]=${parent}`);
      return found.some((row) => idOf(row['space']) === below?.['id']);
    },
  },
  {
    id: 'set-filter-many-not-in-keeps-some',
    family: 'set-filter',
    rule: 'FILT-4',
    summary: 'not_in on a many-to-many field keeps rows that have something else, too',
    behaviour: (sound) => ({
      setKeeps: (test, actual, row, contract) =>
        isMany(row, test.filter.field) && test.operator === 'not_in' && actual.length > 1
          ? actual.some((value) => !test.values.includes(value))
          : sound.setKeeps(test, actual, row, contract),
    }),
    probe: async (server) => {
      const [training, machines] = await twoMachines(server);
      return idsOf(await all(server, 'trainings', `filters[machine_id][not_in]=${machines[0] ?? ''}`)).includes(
        training,
      );
    },
  },
  {
    id: 'set-filter-many-in-needs-all',
    family: 'set-filter',
    rule: 'FILT-4',
    summary: 'in on a many-to-many field keeps rows that have all of the set',
    behaviour: (sound) => ({
      setKeeps: (test, actual, row, contract) =>
        isMany(row, test.filter.field) && test.operator === 'in'
          ? test.values.every((value) => actual.includes(value))
          : sound.setKeeps(test, actual, row, contract),
    }),
    probe: async (server) => {
      const [, machines] = await twoMachines(server);
      const nothing = '00000000-0000-7000-8000-000000000000';
      return (await all(server, 'trainings', `filters[machine_id][in]=${machines[0] ?? ''},${nothing}`)).length === 0;
    },
  },
  {
    id: 'set-filter-many-first-only',
    family: 'set-filter',
    rule: 'FILT-4',
    summary: 'of a many-to-many field only the first value is looked at',
    behaviour: (sound) => ({
      valuesAt: (row, field, contract) => sound.valuesAt(row, field, contract).slice(0, 1),
    }),
    probe: async (server) => {
      const [training, machines] = await twoMachines(server);
      return !idsOf(await all(server, 'trainings', `filters[machine_id][in]=${machines[1] ?? ''}`)).includes(training);
    },
  },
  {
    id: 'set-filter-many-drops-empty',
    family: 'set-filter',
    rule: 'FILT-4',
    summary: 'not_in on a many-to-many field leaves rows out that have none at all',
    behaviour: (sound) => ({
      setKeeps: (test, actual, row, contract) =>
        sound.setKeeps(test, actual, row, contract) && !(isMany(row, test.filter.field) && actual.length === 0),
    }),
    probe: async (server) =>
      !(await all(server, 'plans', 'filters[group_id][not_in]=00000000-0000-7000-8000-000000000000')).some(
        (row) => objectsAt(row, 'groups').length === 0,
      ),
  },
  {
    id: 'set-filter-many-repeats-rows',
    family: 'set-filter',
    rule: 'FILT-4',
    summary: 'a row that meets several values of a many-to-many field is listed several times',
    behaviour: (sound) => ({
      rowsOf: (known, { tests, contract }) => {
        const many = tests.find(
          (test) => test.kind === 'set' && test.operator === 'in' && test.filter.field === 'machine_id',
        );
        if (many?.kind !== 'set' || contract.name !== 'trainings') return known;
        const matches = (row: (typeof known)[number]) =>
          sound.valuesAt(row, 'machine_id', contract).filter((value) => many.values.includes(value)).length;
        return known.flatMap((row) => Array.from({ length: Math.max(1, matches(row)) }, () => row));
      },
    }),
    probe: async (server) => {
      const [training, machines] = await twoMachines(server);
      const ids = idsOf(await all(server, 'trainings', `filters[machine_id][in]=${machines.join(',')}`));
      return ids.filter((id) => id === training).length > 1;
    },
  },
  {
    id: 'set-filter-wrong-reference',
    family: 'set-filter',
    rule: 'FILT-1',
    summary: 'event_session_id of bookings looks at reserved_by_event_session',
    behaviour: (sound) => ({
      valuesAt: (row, field, contract) =>
        sound.valuesAt(row, field === 'event_session_id' ? 'reserved_by_event_session_id' : field, contract),
    }),
    probe: async (server) => {
      const booking = (await all(server, 'bookings')).find((row) => row['event_session'] !== null);
      const id = idOf(booking?.['event_session']) ?? '';
      return !idsOf(await all(server, 'bookings', `filters[event_session_id][in]=${id}`)).includes(
        textOf(booking?.['id']),
      );
    },
  },
  {
    id: 'set-filter-space-of-unit',
    family: 'set-filter',
    rule: 'FILT-1',
    summary: 'the filter machine_id of machine_units looks at the unit’s own id',
    behaviour: (sound) => ({
      valuesAt: (row, field, contract) =>
        contract.name === 'machine_units' && field === 'machine_id' ? [row.id] : sound.valuesAt(row, field, contract),
    }),
    probe: async (server) => {
      const [unit] = await all(server, 'machine_units');
      return (
        (await all(server, 'machine_units', `filters[machine_id][in]=${idOf(unit?.['machine']) ?? ''}`)).length === 0
      );
    },
  },
  {
    id: 'set-filter-live-returns-all',
    family: 'set-filter',
    rule: 'FILT-8',
    summary: 'soft_deleted=false keeps everything',
    behaviour: (sound) => ({ flagKeeps: (wanted, row, contract) => !wanted || sound.flagKeeps(wanted, row, contract) }),
    probe: async (server) => (await all(server, 'places', 'filters[soft_deleted][eq]=false')).some(isDeleted),
  },
  {
    id: 'set-filter-deleted-inverted',
    family: 'set-filter',
    rule: 'FILT-8',
    summary: 'soft_deleted=true keeps the live rows',
    behaviour: (sound) => ({ flagKeeps: (wanted, row, contract) => !sound.flagKeeps(wanted, row, contract) }),
    probe: async (server) => !(await all(server, 'places', 'filters[soft_deleted][eq]=true')).some(isDeleted),
  },
  {
    id: 'set-filter-deleted-hidden-on-spaces',
    family: 'set-filter',
    rule: 'FILT-8',
    summary: 'spaces without a filter are the live ones',
    behaviour: () => ({
      rowsOf: (known, { contract, tests }) =>
        contract.name === 'spaces' && !tests.some(({ kind }) => kind === 'flag')
          ? known.filter((row) => !isDeleted(row))
          : known,
    }),
    probe: async (server) => !(await all(server, 'spaces')).some(isDeleted),
  },
  {
    id: 'set-filter-drafts-hidden-on-events',
    family: 'set-filter',
    rule: 'FILT-8',
    summary: 'events are listed without drafts unless these are asked for',
    behaviour: () => ({
      rowsOf: (known, { contract, tests }) =>
        contract.name === 'events' && !tests.some(({ filter }) => filter.field === 'publication_state')
          ? known.filter((row) => row['publication_state'] !== 'draft')
          : known,
    }),
    probe: async (server) => !(await all(server, 'events')).some((row) => row['publication_state'] === 'draft'),
  },
  {
    id: 'set-filter-canceled-hidden',
    family: 'set-filter',
    rule: 'FILT-8',
    summary: 'canceled bookings are left out unless a filter by state is sent',
    behaviour: () => ({
      rowsOf: (known, { contract, tests }) =>
        contract.name === 'bookings' && !tests.some(({ filter }) => filter.field === 'state')
          ? known.filter((row) => row['state'] !== 'canceled')
          : known,
    }),
    probe: async (server) => !(await all(server, 'bookings')).some((row) => row['state'] === 'canceled'),
  },
  {
    id: 'set-filter-flag-as-number',
    family: 'set-filter',
    rule: 'FILT-6',
    summary: 'a boolean may be 1 or 0',
    behaviour: (sound) => ({ flagOf: (text) => (text === '1' ? true : text === '0' ? false : sound.flagOf(text)) }),
    probe: async (server) => (await list(server, 'places', 'filters[soft_deleted][eq]=1')).status === 200,
  },
  {
    id: 'set-filter-flag-in-capitals',
    family: 'set-filter',
    rule: 'FILT-6',
    summary: 'a boolean may be in capitals',
    behaviour: (sound) => ({ flagOf: (text) => sound.flagOf(text.toLowerCase()) }),
    probe: async (server) => (await list(server, 'places', 'filters[soft_deleted][eq]=True')).status === 200,
  },
  {
    id: 'set-filter-enum-in-capitals',
    family: 'set-filter',
    rule: 'FILT-6',
    summary: 'the case of an enumeration’s value does not matter',
    behaviour: (sound) => ({
      setValueOf: (filter, text) => sound.setValueOf(filter, filter.kind === 'enum' ? text.toLowerCase() : text),
    }),
    probe: async (server) => (await list(server, 'users', 'filters[state][in]=ACTIVE')).status === 200,
  },
  {
    id: 'set-filter-enum-value-missing',
    family: 'set-filter',
    rule: 'FILT-10',
    summary: 'bookings cannot be filtered by the state no_show',
    behaviour: (sound) => ({
      setValueOf: (filter, text) => (text === 'no_show' ? null : sound.setValueOf(filter, text)),
    }),
    probe: async (server) => (await list(server, 'bookings', 'filters[state][in]=no_show')).status === 400,
  },
] as const satisfies readonly Fault[];
