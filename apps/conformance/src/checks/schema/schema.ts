import { type AnyCollectionContract, parseUrl } from '@resource-catalogue/contracts';
import { isObject, textOf, type Row } from '../../json.js';
import { hasType, visit, type Visited, wrongKeys } from '../assertions/documented-keys.js';
import { isDangerous } from '../assertions/html.js';
import { type Checks, type CollectionCheck, onCollections } from '../context/check.js';
import { violatedBy } from '../context/violation.js';
import { invariantChecks } from './invariants.js';

/** What is asked for where a row is wrong, and what the row shows; null where it is right. */
type RowError = readonly [expected: string, observed: string] | null;

interface RowCheck extends Omit<CollectionCheck, 'run'> {
  errorOf(row: Row, contract: AnyCollectionContract): RowError;
}

interface ValueCheck extends Omit<CollectionCheck, 'run'> {
  expectedOf(visited: Visited): string | null;
}

/** A check of every row of the snapshot, until one is wrong. */
function eachRow(rules: Checks[string]['rules'], { errorOf, ...check }: RowCheck): Checks[string] {
  return onCollections(rules, {
    ...check,
    run: (context, { contract, rows, first }) => {
      context.need(rows.length > 0, 'the collection is empty');
      for (const row of rows) {
        const [expected, observed] = errorOf(row, contract) ?? [];
        if (expected !== undefined) violatedBy([row], expected, `${observed} in ${textOf(row['id'])}`, first);
      }
    },
  });
}

/** A check of every documented value of every row: what is asked for of one that is wrong, else null. */
function eachValue(rules: Checks[string]['rules'], { expectedOf, ...check }: ValueCheck): Checks[string] {
  return eachRow(rules, {
    ...check,
    errorOf: (row, { resource }) => {
      for (const visited of visit(resource, row)) {
        const expected = expectedOf(visited);
        if (expected !== null) return [expected, `${visited.path} is ${textOf(visited.value)}`];
      }
      return null;
    },
  });
}

function expectedType({ field, value }: Visited): string | null {
  if (value === null || value === undefined || hasType(field, value)) return null;
  return `a value of the type ${field.kind}`;
}

/** Collections whose keys are those of every server; of the others each decides for itself. */
const seedKeys: readonly string[] = ['places', 'bookings'];

const withImages: readonly string[] = [
  ...['members', 'machines', 'trainings', 'places', 'plans', 'events', 'projects', 'spaces'],
];

export const schemaChecks: Checks = {
  'rows-have-exactly-their-keys': eachRow(['SHAPE-2', 'SHAPE-1'], {
    title: 'every row and every part of it has all documented keys and no others',
    errorOf: (row, { resource }) => {
      const error = wrongKeys(resource, row);
      return error === null ? null : ['the documented keys and no others', error];
    },
  }),
  'only-nullable-values-are-null': eachValue(['SHAPE-2'], {
    title: 'only values that may be null are null, and arrays never are',
    expectedOf: ({ field, value }) => {
      if (value === null && !field.nullable) return 'a value that is not null';
      return Array.isArray(value) && value.includes(null) ? 'an array without nulls' : null;
    },
  }),
  'values-have-their-types': eachValue(['SHAPE-1', 'SHAPE-3', 'SHAPE-4', 'SHAPE-5'], {
    title: 'every value has its type: uuids, instants with three fraction digits, real dates, integers',
    expectedOf: expectedType,
  }),
  'keys-of-every-server-have-their-types': eachValue(['SHAPE-1'], {
    layer: 'seed',
    applies: ({ name }) => seedKeys.includes(name),
    title: 'the keys that every server shows have their types',
    expectedOf: (visited) => {
      const { path, field, value } = visited;
      return value === undefined && !path.includes('.') && !field.nullable ? 'the key' : expectedType(visited);
    },
  }),
  'ids-are-in-lower-case': eachValue(['SHAPE-3'], {
    title: 'every uuid is written in lower case',
    expectedOf: ({ field, value }) =>
      field.kind === 'uuid' && typeof value === 'string' && value !== value.toLowerCase() ? 'lower case' : null,
  }),
  'enumerations-have-their-values': eachValue(['SHAPE-8'], {
    title: 'a value of an enumeration is one of the documented ones',
    expectedOf: ({ field: { values }, value }) => {
      if (!values || value === null) return null;
      const items = Array.isArray(value) ? value : [value];
      const known = items.every((item) => typeof item === 'string' && values.includes(item));
      return known ? null : `one of ${values.join(', ')}`;
    },
  }),
  'money-has-an-iso-currency': eachValue(['SHAPE-5'], {
    applies: ({ name }) => ['trainings', 'events', 'plans'].includes(name),
    title: 'a currency is an ISO 4217 code',
    expectedOf: ({ path, value }) => {
      const isCurrency = /(^|\.)currency$/.test(path) && typeof value === 'string';
      return isCurrency && !/^[A-Z]{3}$/.test(value) ? 'an ISO 4217 code' : null;
    },
  }),
  'rendered-text-is-sanitised': eachValue(['SHAPE-6'], {
    title: 'no rendered text has a script, a style, an event handler or a javascript: address',
    expectedOf: ({ path, value }) =>
      path.endsWith('_rendered') && typeof value === 'string' && isDangerous(value) ? 'sanitised HTML' : null,
  }),
  'images-have-absolute-urls': eachRow(['SHAPE-6'], {
    applies: ({ name }) => withImages.includes(name),
    title: 'an image is null or has sm, md and lg, each an absolute URL',
    errorOf: ({ image = null }) => {
      const urls = isObject(image) ? ['sm', 'md', 'lg'].map((key) => textOf(image[key])) : [''];
      const absolute = urls.every((url) => /^https?:\/\/[^/]/i.test(url) && parseUrl(url) !== null);
      return image === null || absolute ? null : ['sm, md and lg, each an absolute URL', textOf(image)];
    },
  }),
  ...invariantChecks,
};
