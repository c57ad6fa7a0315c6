import { parseUrl } from '@resource-catalogue/contracts';
import type { Row } from '../census/row.js';
import { isObject, type Json, textOf } from '../json.js';
import { inFamily, onCollections } from './check.js';
import { isDangerous } from './html.js';
import { invariantChecks } from './invariants.js';
import type { Subject } from './subject.js';
import type { Trial } from './trial.js';
import { violatedBy } from './violation.js';
import { hasType, keyFault, visit, type Visited } from './visit.js';

/** Every value of every row, until one is wrong. */
function eachValue(trial: Trial, { contract, rows, first }: Subject, fault: (visited: Visited) => string | null): void {
  trial.need(rows.length > 0, 'the collection is empty');
  for (const row of rows) {
    for (const visited of visit(contract.resource, row)) {
      const wrong = fault(visited);
      if (wrong !== null) violatedRow(row, wrong, `${visited.path} is ${JSON.stringify(visited.value ?? null)}`, first);
    }
  }
}

function violatedRow(row: Row, expected: string, observed: string, first: Subject['first']): never {
  violatedBy([row], expected, `${observed} in ${textOf(row['id'])}`, ...(first ? [first] : []));
}

/** Collections whose keys are those of every server; of the others each decides for itself. */
const seedKeys: readonly string[] = ['places', 'bookings'];

const isDocumentedNull = (value: Json | undefined): boolean => value === null || value === undefined;

export const schemaChecks = inFamily('schema', [
  onCollections({
    id: 'rows-have-exactly-their-keys',
    rules: ['SHAPE-2', 'SHAPE-1'],
    title: 'every row and every part of it has all documented keys and no others',
    run: async (trial, { contract, rows, first }) => {
      trial.need(rows.length > 0, 'the collection is empty');
      for (const row of rows) {
        const fault = keyFault(contract.resource, row);
        if (fault !== null) violatedRow(row, 'the documented keys and no others', fault, first);
      }
      return Promise.resolve();
    },
  }),
  onCollections({
    id: 'only-nullable-values-are-null',
    rules: ['SHAPE-2'],
    title: 'no value is null but those that may be, and arrays never are',
    run: async (trial, subject) => {
      eachValue(trial, subject, ({ field, value }) => {
        if (value === null && !field.nullable) return 'a value that is not null';
        return Array.isArray(value) && value.includes(null) ? 'an array without nulls' : null;
      });
      return Promise.resolve();
    },
  }),
  onCollections({
    id: 'values-have-their-types',
    rules: ['SHAPE-1', 'SHAPE-3', 'SHAPE-4', 'SHAPE-5'],
    title: 'every value has its type: uuids, instants with three fraction digits, real dates, integers',
    run: async (trial, subject) => {
      eachValue(trial, subject, ({ field, value }) =>
        isDocumentedNull(value) || hasType(field, value ?? null) ? null : `a value of the type ${field.kind}`,
      );
      return Promise.resolve();
    },
  }),
  onCollections({
    id: 'keys-of-every-server-have-their-types',
    rules: ['SHAPE-1'],
    layer: 'seed',
    applies: ({ name }) => seedKeys.includes(name),
    title: 'the keys that every server has, have their types',
    run: async (trial, subject) => {
      eachValue(trial, subject, ({ path, field, value }) => {
        if (value === undefined && !path.includes('.') && !field.nullable) return 'the key';
        return isDocumentedNull(value) || hasType(field, value ?? null) ? null : `a value of the type ${field.kind}`;
      });
      return Promise.resolve();
    },
  }),
  onCollections({
    id: 'ids-are-in-lower-case',
    rules: ['SHAPE-3'],
    title: 'every uuid is written in lower case',
    run: async (trial, subject) => {
      eachValue(trial, subject, ({ field, value }) =>
        field.kind === 'uuid' && typeof value === 'string' && value !== value.toLowerCase() ? 'lower case' : null,
      );
      return Promise.resolve();
    },
  }),
  onCollections({
    id: 'enumerations-have-their-values',
    rules: ['SHAPE-8'],
    title: 'a value of an enumeration is one of the documented ones',
    run: async (trial, subject) => {
      eachValue(trial, subject, ({ field: { values }, value }) => {
        if (!values || value === null) return null;
        const items = Array.isArray(value) ? value : [value];
        const known = items.every((item) => typeof item === 'string' && values.includes(item));
        return known ? null : `one of ${values.join(', ')}`;
      });
      return Promise.resolve();
    },
  }),
  onCollections({
    id: 'money-has-an-iso-currency',
    rules: ['SHAPE-5'],
    applies: ({ name }) => ['trainings', 'events', 'plans'].includes(name),
    title: 'a currency is an ISO 4217 code',
    run: async (trial, subject) => {
      eachValue(trial, subject, ({ path, value }) =>
        /(^|\.)currency$/.test(path) && typeof value === 'string' && !/^[A-Z]{3}$/.test(value)
          ? 'an ISO 4217 code'
          : null,
      );
      return Promise.resolve();
    },
  }),
  onCollections({
    id: 'rendered-text-is-sanitised',
    rules: ['SHAPE-6'],
    title: 'no *_rendered has a script, a style, an event handler or a javascript: address',
    run: async (trial, subject) => {
      eachValue(trial, subject, ({ path, value }) =>
        path.endsWith('_rendered') && typeof value === 'string' && isDangerous(value) ? 'sanitised HTML' : null,
      );
      return Promise.resolve();
    },
  }),
  onCollections({
    id: 'images-have-absolute-urls',
    rules: ['SHAPE-6'],
    applies: ({ name }) =>
      ['members', 'machines', 'trainings', 'places', 'plans', 'events', 'projects', 'spaces'].includes(name),
    title: 'an image is null or has sm, md and lg, each an absolute URL',
    run: async (trial, { rows, first }) => {
      trial.need(rows.length > 0, 'the collection is empty');
      for (const row of rows) {
        const { image } = row;
        if (image === null || image === undefined) continue;
        const urls = isObject(image) ? ['sm', 'md', 'lg'].map((key) => image[key]) : [null];
        const absolute = urls.every(
          (url) => typeof url === 'string' && /^https?:\/\/[^/]/i.test(url) && parseUrl(url) !== null,
        );
        if (!absolute) violatedRow(row, 'sm, md and lg, each an absolute URL', JSON.stringify(image), first);
      }
      return Promise.resolve();
    },
  }),
  ...invariantChecks,
]);
