import type { CollectionName } from '@resource-catalogue/contracts';
import {
  readId,
  invalidRequest,
  isDeleted,
  parameterError,
  ProblemError,
  type Row,
  type SetTest,
  soundBehaviour as sound,
  type Test,
} from '@resource-catalogue/reference-server';
import { type Change, makeMutants } from './mutant.js';
import { ignoring } from './requests.js';

/** Whether the query has exactly these two filters. */
const isPair = (tests: readonly Test[], ...fields: readonly string[]): boolean =>
  tests.length === 2 && fields.every((field) => tests.some(({ filter }) => filter.field === field));

const setKey = ({ filter }: SetTest): string => filter.field.replace(/_id$/, '');

const isMany = (row: Row, field: string): boolean => field.endsWith('_id') && !(field.replace(/_id$/, '') in row);

/** Lets an operator keep other rows on many-to-many fields. */
const manyKeeping = (
  operator: 'in' | 'not_in',
  keeps: (values: readonly string[], actual: readonly string[]) => boolean,
): Change => ({
  setKeeps: (test, actual, row, contract) =>
    isMany(row, test.filter.field) && test.operator === operator
      ? keeps(test.values, actual)
      : sound.setKeeps(test, actual, row, contract),
});

/** Hides rows with this value of the field, unless the query filters by the field. */
const hiding = (collection: CollectionName, field: string, hidden: string): Change => ({
  rowsOf: (known, { contract, tests }) =>
    contract.name === collection && !tests.some(({ filter }) => filter.field === field)
      ? known.filter((row) => row[field] !== hidden)
      : known,
});

const missing = (collection: CollectionName, field: string): Change => ({
  pairsOf: (rawQuery, contract) => {
    const pairs = sound.pairsOf(rawQuery, contract);
    const own = pairs.find((pair) => contract.name === collection && pair.name.startsWith(`filters[${field}]`));
    if (own === undefined) return pairs;
    throw invalidRequest([parameterError(own.name, 'unknown_field', 'Unknown filter.')]);
  },
});

export const setFilterMutants = makeMutants('set-filter', {
  'FILT-1': {
    'first-value-only: only the first value of a set counts': {
      setKeeps: (test, ...of) => sound.setKeeps({ ...test, values: test.values.slice(0, 1) }, ...of),
    },
    'not-in-is-in: not_in works like in': {
      setKeeps: (test, ...of) => sound.setKeeps({ ...test, operator: 'in' }, ...of),
    },
    'ignored-on-bookings-group: bookings are not filtered by group_id': ignoring('bookings', 'group_id'),
    'tests-joined-by-or: a row needs to match only one of several filters': {
      joined: (answers) => answers.length === 0 || answers.includes(true),
    },
    'two-fields-joined-by-or: state and space_id are joined by OR if there are no other filters': {
      joined: (answers, tests) =>
        isPair(tests, 'state', 'space_id') ? answers.includes(true) : sound.joined(answers, tests),
    },
    'flag-lost-beside-state: soft_deleted is ignored next to publication_state if there are no other filters': {
      joined: (answers, tests) =>
        isPair(tests, 'publication_state', 'soft_deleted')
          ? answers.some((answer, place) => answer && tests[place]?.kind === 'set')
          : sound.joined(answers, tests),
    },
    'third-ignored: only the first two of several filters are applied': { testsOf: (tests) => tests.slice(0, 2) },
    'in-and-not-in-collide: in is ignored next to not_in on the same field': {
      testsOf: (tests) => {
        const isSecond = (one: Test, other: Test): boolean =>
          one !== other && other.kind === 'set' && other.filter.field === one.filter.field;
        const isIn = (test: Test): boolean => test.kind === 'set' && test.operator === 'in';
        return tests.filter((test) => !isIn(test) || !tests.some((other) => isSecond(test, other)));
      },
    },
    'space-with-children: a filter by space also matches the spaces below it': ({ spaces }) => {
      const parents = new Map(spaces.map(({ id, parent = null }) => [id, readId(parent)]));
      return {
        valuesAt: (row, field, contract) => {
          const own = sound.valuesAt(row, field, contract);
          return field === 'space_id' ? own.flatMap((space) => [space, parents.get(space) ?? space]) : own;
        },
      };
    },
    'wrong-reference: event_session_id of bookings compares reserved_by_event_session': {
      valuesAt: (row, field, contract) =>
        sound.valuesAt(row, field === 'event_session_id' ? 'reserved_by_event_session_id' : field, contract),
    },
    'space-of-unit: the filter machine_id of machine_units compares the unit’s own id': {
      valuesAt: (row, field, contract) =>
        contract.name === 'machine_units' && field === 'machine_id' ? [row.id] : sound.valuesAt(row, field, contract),
    },
  },
  'FILT-3': {
    'not-in-drops-nulls: not_in drops rows whose value is null': {
      setKeeps: (test, actual, row, contract) => {
        const isNull = test.operator === 'not_in' && actual.length === 0 && row[`${setKey(test)}s`] === undefined;
        return !isNull && sound.setKeeps(test, actual, row, contract);
      },
    },
    'not-in-drops-nulls-on-bookings: group_id not_in drops bookings without a group': {
      setKeeps: (test, actual, ...of) =>
        (test.filter.field !== 'group_id' || actual.length > 0) && sound.setKeeps(test, actual, ...of),
    },
    'in-keeps-nulls: in keeps rows whose value is null': {
      setKeeps: (test, actual, row, contract) =>
        sound.setKeeps(test, actual, row, contract) || (actual.length === 0 && row[setKey(test)] === null),
    },
  },
  'FILT-9': {
    'text-by-part: a text filter matches part of a value': {
      setKeeps: (test, actual, ...of) =>
        test.filter.kind === 'text' && test.operator === 'in'
          ? actual.some((text) => test.values.some((value) => text.includes(value)))
          : sound.setKeeps(test, actual, ...of),
    },
    'text-composed: texts are compared in composed form (NFC)': {
      setKeeps: (test, actual, ...of) => {
        const composed = (texts: readonly string[]): string[] => texts.map((text) => text.normalize('NFC'));
        return sound.setKeeps({ ...test, values: composed(test.values) }, composed(actual), ...of);
      },
    },
    'text-case-ignored: text filters are case-insensitive': {
      setKeeps: (test, actual, ...of) => {
        const folded = (values: readonly string[]): readonly string[] =>
          test.filter.kind === 'text' ? values.map((value) => value.toLowerCase()) : values;
        return sound.setKeeps({ ...test, values: folded(test.values) }, folded(actual), ...of);
      },
    },
    'text-trimmed: texts are trimmed': { setValueOf: (filter, text) => sound.setValueOf(filter, text.trim()) },
    'capital-ids-unmatched: an upper-case id matches nothing': {
      setValueOf: (filter, text) => {
        const value = sound.setValueOf(filter, text);
        return filter.kind === 'uuid' && value !== null ? text : value;
      },
    },
  },
  'FILT-2': {
    'repetition-overwrites: only the last of a repeated parameter counts': {
      pairsOf: (...of) =>
        sound.pairsOf(...of).filter(({ name }, at, all) => {
          const isOverwritten = all.slice(at + 1).some((other) => other.name === name);
          return !isOverwritten || !/\[(?:not_)?in\]$/.test(name);
        }),
    },
    'brackets-split: values under [] are split at commas': { itemsOf: (pair) => sound.itemsOf(pair, false) },
    'brackets-refused: values under [] are refused': {
      itemsOf: (pair, literal) => {
        if (literal) throw new ProblemError('invalid_request', 'Values under [] are not supported.');
        return sound.itemsOf(pair, literal);
      },
    },
    'encoded-comma-kept: a value is split at commas before it is decoded': {
      itemsOf: (pair, literal) => {
        if (literal || !/%2c/i.test(pair.raw)) return sound.itemsOf(pair, literal);
        const items = pair.raw.slice(pair.raw.indexOf('=') + 1).split(',');
        return items.map((item) => decodeURIComponent(item.replaceAll('+', ' ')));
      },
    },
    'most-ten: a set has at most ten values': { maximumSetSize: 10 },
    'no-most: a set has any number of values': { maximumSetSize: 100_000 },
    'duplicates-counted: repeated values count towards the maximum of a hundred': {
      itemsOf: (pair, literal) => {
        const items = sound.itemsOf(pair, literal);
        if (items.length > 100) throw new ProblemError('invalid_request', 'Too many values.');
        return items;
      },
    },
    'empty-value-taken: an empty value in a set is ignored': {
      itemsOf: (pair, literal) => sound.itemsOf(pair, literal).filter((item) => item !== ''),
    },
  },
  'FILT-7': {
    'unknown-id-refused: a filter by an unknown id is answered with 404': (dataset) => ({
      setValueOf: (filter, text) => {
        const value = sound.setValueOf(filter, text);
        const isKnown = Object.values(dataset).some((all) => all.some(({ id }) => id === value));
        if (filter.field === 'space_id' && value !== null && !isKnown)
          throw new ProblemError('not_found', 'No space has this id.');
        return value;
      },
    }),
  },
  'FILT-6': {
    'enum-in-capitals: enum values are case-insensitive': {
      setValueOf: (filter, text) => sound.setValueOf(filter, filter.kind === 'enum' ? text.toLowerCase() : text),
    },
    'flag-as-number: a boolean may be 1 or 0': {
      flagOf: (text) => sound.flagOf(text.replace('1', 'true').replace('0', 'false')),
    },
    'flag-in-capitals: a boolean may be in upper case': { flagOf: (text) => sound.flagOf(text.toLowerCase()) },
  },
  'FILT-10': {
    'enum-value-missing: bookings cannot be filtered by the state no_show': {
      setValueOf: (filter, text) => (text === 'no_show' ? null : sound.setValueOf(filter, text)),
    },
    'ignored-users-email: users are not filtered by email': ignoring('users', 'email'),
    'ignored-users-space: users are not filtered by space_id': ignoring('users', 'space_id'),
    'ignored-members-accreditation: members are not filtered by accreditation_id': ignoring(
      'members',
      'accreditation_id',
    ),
    'ignored-members-user: members are not filtered by user_id': ignoring('members', 'user_id'),
    'ignored-plans-space: plans are not filtered by space_id': ignoring('plans', 'space_id'),
    'ignored-spaces-parent: spaces are not filtered by parent_id': ignoring('spaces', 'parent_id'),
    'ignored-event-sessions-host: event_sessions are not filtered by host_id': ignoring('event_sessions', 'host_id'),
    'ignored-projects-collaborator: projects are not filtered by collaborator_id': ignoring(
      'projects',
      'collaborator_id',
    ),
    'ignored-projects-licence: projects are not filtered by license_id': ignoring('projects', 'license_id'),
    'ignored-bookings-reserved: reserved_by_training_session_id is ignored': ignoring(
      'bookings',
      'reserved_by_training_session_id',
    ),
    'ignored-bookings-place-unit: bookings are not filtered by place_unit_id': ignoring('bookings', 'place_unit_id'),
    'ignored-thematics-id: project_thematics are not filtered by id': ignoring('project_thematics', 'id'),
    'ignored-licenses-code: project_licenses are not filtered by code': ignoring('project_licenses', 'code'),
    'missing-events-location: events cannot be filtered by location_kind': missing('events', 'location_kind'),
    'missing-places-availability: places are not filtered by availability_mode': missing('places', 'availability_mode'),
    'missing-categories-type: categories cannot be filtered by type': missing('categories', 'type'),
    'missing-trainings-deleted: trainings cannot be filtered by soft_deleted': missing('trainings', 'soft_deleted'),
  },
  'FILT-4': {
    'many-not-in-keeps-some: not_in on a many-to-many field keeps rows that also have another value': manyKeeping(
      'not_in',
      (values, actual) =>
        actual.length > 1
          ? actual.some((value) => !values.includes(value))
          : !actual.some((value) => values.includes(value)),
    ),
    'many-in-needs-all: in on a many-to-many field keeps only rows that have every value of the set': manyKeeping(
      'in',
      (values, actual) => values.every((value) => actual.includes(value)),
    ),
    'many-first-only: only the first value of a many-to-many field counts': {
      valuesAt: (...of) => sound.valuesAt(...of).slice(0, 1),
    },
    'many-drops-empty: not_in on a many-to-many field drops rows that have no value': {
      setKeeps: (test, actual, row, contract) =>
        !(isMany(row, test.filter.field) && actual.length === 0) && sound.setKeeps(test, actual, row, contract),
    },
    'many-repeats-rows: a row that matches several values of a many-to-many field is listed several times': {
      rowsOf: (known, { tests, contract }) =>
        known.flatMap((row) => {
          const isMet = (value: string): boolean =>
            tests.some((test) => test.kind === 'set' && test.operator === 'in' && test.values.includes(value));
          const met = contract.name === 'trainings' ? sound.valuesAt(row, 'machine_id', contract).filter(isMet) : [];
          return met.length > 1 ? met.map(() => row) : [row];
        }),
    },
  },
  'FILT-8': {
    'live-returns-all: soft_deleted=false keeps all rows': {
      flagKeeps: (wanted, ...of) => !wanted || sound.flagKeeps(wanted, ...of),
    },
    'deleted-inverted: soft_deleted=true keeps live rows': { flagKeeps: (...of) => !sound.flagKeeps(...of) },
    'deleted-hidden-on-spaces: soft-deleted spaces are hidden if there is no filter': {
      rowsOf: (known, { contract, tests }) =>
        known.filter((row) => contract.name !== 'spaces' || tests.length > 0 || !isDeleted(row)),
    },
    'drafts-hidden-on-events: draft events are hidden': hiding('events', 'publication_state', 'draft'),
    'canceled-hidden: canceled bookings are hidden': hiding('bookings', 'state', 'canceled'),
  },
});
