import type { CollectionName } from '@resource-catalogue/contracts';
import {
  type Behaviour,
  idOf,
  invalidRequest,
  isDeleted,
  parameterError,
  ProblemError,
  type Row,
  type SetTest,
  soundBehaviour as sound,
  type Test,
  textOf,
} from '@resource-catalogue/reference-server';
import { mutantOf } from './mutant.js';
import { ignored, ignoring } from './requests.js';

const mutant = mutantOf('set-filter');

/** Whether these two filters are all that is asked for. */
const isPair = (tests: readonly Test[], ...fields: readonly string[]): boolean =>
  tests.length === 2 && fields.every((field) => tests.some(({ filter }) => filter.field === field));

const keyOf = ({ filter }: SetTest): string => filter.field.replace(/_id$/, '');

const isMany = (row: Row, field: string): boolean => field.endsWith('_id') && !(field.replace(/_id$/, '') in row);

/** On a many-to-many field an operator keeps other rows. */
const manyKeeping = (
  operator: 'in' | 'not_in',
  keeps: (values: readonly string[], actual: readonly string[]) => boolean,
): Pick<Behaviour, 'setKeeps'> => ({
  setKeeps: (test, actual, row, contract) =>
    isMany(row, test.filter.field) && test.operator === operator
      ? keeps(test.values, actual)
      : sound.setKeeps(test, actual, row, contract),
});

/** A list leaves rows out unless something is asked that has to do with them. */
const hiding = (
  collection: CollectionName,
  asked: string,
  isHidden: (row: Row) => boolean,
): Pick<Behaviour, 'rowsOf'> => ({
  rowsOf: (known, { contract, tests }) =>
    contract.name === collection && !tests.some(({ filter }) => filter.field === asked)
      ? known.filter((row) => !isHidden(row))
      : known,
});

/** A filter of one collection is refused as unknown. */
const missing = <Name extends string>(name: Name, collection: CollectionName, field: string) =>
  mutant(`missing-${name}`, 'FILT-10', `${collection} cannot be filtered by ${field}`, {
    pairsOf: (rawQuery, contract) => {
      const pairs = sound.pairsOf(rawQuery, contract);
      const own = pairs.find((pair) => contract.name === collection && pair.name.startsWith(`filters[${field}]`));
      if (own === undefined) return pairs;
      throw invalidRequest([parameterError(own.name, 'unknown_field', 'There is no such filter.')]);
    },
  });

export const setFilterMutants = [
  // Mutants of sets: what `in` and `not_in` keep, on fields with one value.

  mutant('first-value-only', 'FILT-1', 'of a set only the first value counts', {
    setKeeps: (test, ...of) => sound.setKeeps({ ...test, values: test.values.slice(0, 1) }, ...of),
  }),
  mutant('not-in-is-in', 'FILT-1', 'not_in keeps what is in the set', {
    setKeeps: (test, ...of) => sound.setKeeps({ ...test, operator: 'in' }, ...of),
  }),
  mutant('not-in-drops-nulls', 'FILT-3', 'not_in leaves rows out whose value is null', {
    setKeeps: (test, actual, row, contract) => {
      const isNull = test.operator === 'not_in' && actual.length === 0 && row[`${keyOf(test)}s`] === undefined;
      return !isNull && sound.setKeeps(test, actual, row, contract);
    },
  }),
  mutant('not-in-drops-nulls-on-bookings', 'FILT-3', 'group_id not_in leaves bookings without a group out', {
    setKeeps: (test, actual, row, contract) => {
      const isNull = contract.name === 'bookings' && test.filter.field === 'group_id' && actual.length === 0;
      return !isNull && sound.setKeeps(test, actual, row, contract);
    },
  }),
  mutant('in-keeps-nulls', 'FILT-3', 'in keeps rows whose value is null', {
    setKeeps: (test, actual, row, contract) =>
      sound.setKeeps(test, actual, row, contract) || (actual.length === 0 && row[keyOf(test)] === null),
  }),
  mutant('ignored-on-bookings-group', 'FILT-1', 'bookings are not filtered by group_id, though it is accepted', () =>
    ignoring('bookings', 'group_id'),
  ),
  mutant('tests-joined-by-or', 'FILT-1', 'a row need meet only one of several filters', {
    joined: (answers) => answers.length === 0 || answers.includes(true),
  }),
  mutant('two-fields-joined-by-or', 'FILT-1', 'state and space_id, where nothing else is asked for, are joined by OR', {
    joined: (answers, tests) =>
      isPair(tests, 'state', 'space_id') ? answers.includes(true) : sound.joined(answers, tests),
  }),
  mutant('flag-lost-beside-state', 'FILT-1', 'soft_deleted does nothing beside publication_state alone', {
    joined: (answers, tests) =>
      isPair(tests, 'publication_state', 'soft_deleted')
        ? answers.some((answer, place) => answer && tests[place]?.kind === 'set')
        : sound.joined(answers, tests),
  }),
  mutant('third-ignored', 'FILT-1', 'of three filters only two are applied', { testsOf: (tests) => tests.slice(0, 2) }),
  mutant('in-and-not-in-collide', 'FILT-1', 'of in and not_in on one field only the latter applies', {
    testsOf: (tests) => {
      const isSecond = (one: Test, other: Test): boolean =>
        one !== other && other.kind === 'set' && other.filter.field === one.filter.field;
      const isIn = (test: Test): boolean => test.kind === 'set' && test.operator === 'in';
      return tests.filter((test) => !isIn(test) || !tests.some((other) => isSecond(test, other)));
    },
  }),
  mutant('text-by-part', 'FILT-9', 'a text filter keeps rows that have the value as a part', {
    setKeeps: (test, actual, ...of) =>
      test.filter.kind === 'text' && test.operator === 'in'
        ? actual.some((text) => test.values.some((value) => text.includes(value)))
        : sound.setKeeps(test, actual, ...of),
  }),
  mutant('text-case-ignored', 'FILT-9', 'the case of a text does not matter', {
    setKeeps: (test, actual, ...of) => {
      const folded = (values: readonly string[]): readonly string[] =>
        test.filter.kind === 'text' ? values.map((value) => value.toLowerCase()) : values;
      return sound.setKeeps({ ...test, values: folded(test.values) }, folded(actual), ...of);
    },
  }),

  // Mutants of the way in which a set is written.

  mutant('text-trimmed', 'FILT-9', 'spaces around a text do not matter', {
    setValueOf: (filter, text) => sound.setValueOf(filter, text.trim()),
  }),
  mutant('repetition-overwrites', 'FILT-2', 'of a repeated parameter only the last one counts', {
    pairsOf: (rawQuery, contract) =>
      sound
        .pairsOf(rawQuery, contract)
        .filter(
          ({ name }, at, all) =>
            !/\[(?:not_)?in\]$/.test(name) || !all.slice(at + 1).some((other) => other.name === name),
        ),
  }),
  mutant('brackets-split', 'FILT-2', 'values under [] are split at commas', {
    itemsOf: (pair) => sound.itemsOf(pair, false),
  }),
  mutant('brackets-refused', 'FILT-2', 'values under [] are refused', {
    itemsOf: (pair, literal) => {
      if (literal) throw new ProblemError('invalid_request', 'Brackets are not understood.');
      return sound.itemsOf(pair, literal);
    },
  }),
  mutant('encoded-comma-kept', 'FILT-2', 'a value is split at commas first and decoded afterwards', {
    itemsOf: (pair, literal) => {
      if (literal || !/%2c/i.test(pair.raw)) return sound.itemsOf(pair, literal);
      const items = pair.raw.slice(pair.raw.indexOf('=') + 1).split(',');
      return items.map((item) => decodeURIComponent(item.replaceAll('+', ' ')));
    },
  }),
  mutant('most-ten', 'FILT-2', 'a set has at most ten values', { maximumSetSize: 10 }),
  mutant('no-most', 'FILT-2', 'a set has any number of values', { maximumSetSize: 100_000 }),
  mutant('duplicates-counted', 'FILT-2', 'repeated values count towards the hundred', {
    itemsOf: (pair, literal) => {
      const items = sound.itemsOf(pair, literal);
      if (items.length > 100) throw new ProblemError('invalid_request', 'There are too many values.');
      return items;
    },
  }),
  mutant('empty-value-taken', 'FILT-2', 'an empty value in a set is passed over', {
    itemsOf: (pair, literal) => sound.itemsOf(pair, literal).filter((item) => item !== ''),
  }),
  mutant('unknown-id-refused', 'FILT-7', 'an id that belongs to nothing is not found', (dataset) => ({
    setValueOf: (filter, text) => {
      const value = sound.setValueOf(filter, text);
      const isKnown = Object.values(dataset).some((all) => all.some(({ id }) => id === value));
      if (filter.field === 'space_id' && value !== null && !isKnown)
        throw new ProblemError('not_found', 'There is no such space.');
      return value;
    },
  })),
  mutant('capital-ids-unmatched', 'FILT-9', 'an id in capitals matches nothing', {
    setValueOf: (filter, text) => {
      const value = sound.setValueOf(filter, text);
      return filter.kind === 'uuid' && value !== null ? text : value;
    },
  }),
  mutant('enum-in-capitals', 'FILT-6', 'the case of an enumeration’s value does not matter', {
    setValueOf: (filter, text) => sound.setValueOf(filter, filter.kind === 'enum' ? text.toLowerCase() : text),
  }),
  mutant('enum-value-missing', 'FILT-10', 'bookings cannot be filtered by the state no_show', {
    setValueOf: (filter, text) => (text === 'no_show' ? null : sound.setValueOf(filter, text)),
  }),

  // Mutants of filters by flags, of many-to-many fields, and of the rows that a list has without a filter.

  mutant('space-with-children', 'FILT-1', 'a filter by a space finds what is in the spaces below it, too', () => {
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
  }),
  mutant(
    'many-not-in-keeps-some',
    'FILT-4',
    'not_in on a many-to-many field keeps rows that have something else, too',
    () =>
      manyKeeping('not_in', (values, actual) =>
        actual.length > 1
          ? actual.some((value) => !values.includes(value))
          : !actual.some((value) => values.includes(value)),
      ),
  ),
  mutant('many-in-needs-all', 'FILT-4', 'in on a many-to-many field keeps rows that have all of the set', () =>
    manyKeeping('in', (values, actual) => values.every((value) => actual.includes(value))),
  ),
  mutant('many-first-only', 'FILT-4', 'of a many-to-many field only the first value is looked at', {
    valuesAt: (...of) => sound.valuesAt(...of).slice(0, 1),
  }),
  mutant('many-drops-empty', 'FILT-4', 'not_in on a many-to-many field leaves rows out that have none at all', {
    setKeeps: (test, actual, row, contract) =>
      !(isMany(row, test.filter.field) && actual.length === 0) && sound.setKeeps(test, actual, row, contract),
  }),
  mutant(
    'many-repeats-rows',
    'FILT-4',
    'a row that meets several values of a many-to-many field is listed several times',
    {
      rowsOf: (known, { tests, contract }) => {
        const values = tests.flatMap((test) =>
          test.kind === 'set' && test.operator === 'in' && test.filter.field === 'machine_id' ? test.values : [],
        );
        if (contract.name !== 'trainings') return known;
        const matches = (row: Row): number =>
          sound.valuesAt(row, 'machine_id', contract).filter((value) => values.includes(value)).length;
        return known.flatMap((row) => Array.from({ length: Math.max(1, matches(row)) }, () => row));
      },
    },
  ),
  mutant('wrong-reference', 'FILT-1', 'event_session_id of bookings looks at reserved_by_event_session', {
    valuesAt: (row, field, contract) =>
      sound.valuesAt(row, field === 'event_session_id' ? 'reserved_by_event_session_id' : field, contract),
  }),
  mutant('space-of-unit', 'FILT-1', 'the filter machine_id of machine_units looks at the unit’s own id', {
    valuesAt: (row, field, contract) =>
      contract.name === 'machine_units' && field === 'machine_id' ? [row.id] : sound.valuesAt(row, field, contract),
  }),
  mutant('live-returns-all', 'FILT-8', 'soft_deleted=false keeps everything', {
    flagKeeps: (wanted, ...of) => !wanted || sound.flagKeeps(wanted, ...of),
  }),
  mutant('deleted-inverted', 'FILT-8', 'soft_deleted=true keeps the live rows', {
    flagKeeps: (...of) => !sound.flagKeeps(...of),
  }),
  mutant('deleted-hidden-on-spaces', 'FILT-8', 'spaces without a filter are the live ones', () =>
    hiding('spaces', 'soft_deleted', isDeleted),
  ),
  mutant('drafts-hidden-on-events', 'FILT-8', 'events are listed without drafts unless these are asked for', () =>
    hiding('events', 'publication_state', (row) => row['publication_state'] === 'draft'),
  ),
  mutant('canceled-hidden', 'FILT-8', 'canceled bookings are left out unless a filter by state is sent', () =>
    hiding('bookings', 'state', (row) => row['state'] === 'canceled'),
  ),
  mutant('flag-as-number', 'FILT-6', 'a boolean may be 1 or 0', {
    flagOf: (text) => (text === '1' ? true : text === '0' ? false : sound.flagOf(text)),
  }),
  mutant('flag-in-capitals', 'FILT-6', 'a boolean may be in capitals', {
    flagOf: (text) => sound.flagOf(text.toLowerCase()),
  }),

  // Mutants of one filter of one collection: whoever tries only a few of them misses these.

  mutant('ignored-users-email', ...ignored('users', 'email')),
  mutant('ignored-users-space', ...ignored('users', 'space_id')),
  mutant('ignored-members-accreditation', ...ignored('members', 'accreditation_id')),
  mutant('ignored-members-user', ...ignored('members', 'user_id')),
  mutant('ignored-plans-space', ...ignored('plans', 'space_id')),
  mutant('ignored-spaces-parent', ...ignored('spaces', 'parent_id')),
  mutant('ignored-event-sessions-host', ...ignored('event_sessions', 'host_id')),
  mutant('ignored-projects-collaborator', ...ignored('projects', 'collaborator_id')),
  mutant('ignored-projects-licence', ...ignored('projects', 'license_id')),
  mutant('ignored-bookings-reserved', ...ignored('bookings', 'reserved_by_training_session_id')),
  mutant('ignored-bookings-place-unit', ...ignored('bookings', 'place_unit_id')),
  mutant('ignored-thematics-id', ...ignored('project_thematics', 'id')),
  mutant('ignored-licenses-code', ...ignored('project_licenses', 'code')),
  missing('events-location', 'events', 'location_kind'),
  missing('places-availability', 'places', 'availability_mode'),
  missing('categories-type', 'categories', 'type'),
  missing('trainings-deleted', 'trainings', 'soft_deleted'),
];
