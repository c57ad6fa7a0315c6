import type { CollectionName } from '@resource-catalogue/contracts';
import { idOf, type Row } from '../census/row.js';
import { isObject, type JsonObject, sameJson, textOf, valuesAt } from '../json.js';
import { derivedChecks } from './derived.js';
import { inFamily, onCollections, onServer } from './check.js';
import { expectStatus } from './expect.js';
import { type Reference, references } from './reference-table.js';
import { setFilters, type Subject } from './subject.js';
import { filterPath } from '../oracle/condition.js';
import { expectAnswer } from './ask-list.js';
import type { Trial } from './trial.js';
import { violatedBy } from './violation.js';

interface Embedded {
  readonly row: Row;
  readonly summary: JsonObject;
}

function embeddedIn({ rows }: Subject, { path }: Reference): Embedded[] {
  return rows.flatMap((row) => valuesAt(row, path).flatMap((summary) => (isObject(summary) ? [{ row, summary }] : [])));
}

const byIds = new WeakMap<readonly Row[], Map<string, Row>>();

function rowsById({ rows }: Subject): Map<string, Row> {
  const known = byIds.get(rows) ?? new Map(rows.map((row) => [idOf(row), row]));
  byIds.set(rows, known);
  return known;
}

/** SHAPE-9: the keys of a summary that do not show the entity as it is. A nested summary is compared as a whole. */
function staleKeys(summary: JsonObject, entity: Row): string[] {
  return Object.keys(summary).filter((key) => !sameJson(summary[key], entity[key]));
}

export const referenceChecks = inFamily('references', [
  onCollections({
    id: 'summaries-show-their-entities-as-they-are',
    rules: ['SHAPE-9', 'SHAPE-1'],
    applies: ({ name }) => references[name].length > 0,
    title: 'every embedded summary equals the entity that it stands for, drafts and deleted ones too',
    run: async (trial, subject) => {
      trial.need(subject.rows.length > 0, 'the collection is empty');
      for (const reference of references[subject.contract.name]) {
        const target = rowsById(trial.subject(reference.target));
        for (const { row, summary } of embeddedIn(subject, reference)) {
          const entity = target.get(textOf(summary['id']));
          const stale = entity ? staleKeys(summary, entity) : [];
          if (entity && stale.length > 0) {
            const where = `${reference.path} of ${idOf(row)}`;
            violatedBy(
              [summary, entity],
              `${where} like its ${reference.target} entity`,
              `other at ${stale.join(', ')}`,
            );
          }
        }
      }
      return Promise.resolve();
    },
  }),
  onCollections({
    id: 'what-is-referenced-is-listed',
    rules: ['FILT-8', 'SHAPE-9'],
    applies: ({ name }) => references[name].length > 0,
    title: 'every entity that a row refers to stands in the list of its collection: nothing is held back',
    run: async (trial, subject) => {
      let seen = 0;
      for (const reference of references[subject.contract.name]) {
        const target = trial.subject(reference.target);
        if (!target.complete || target.trouble !== null) continue;
        const known = rowsById(target);
        for (const { row, summary } of embeddedIn(subject, reference)) {
          seen += 1;
          if (known.has(textOf(summary['id']))) continue;
          violatedBy(
            [row],
            `the ${reference.target} entity of ${reference.path} in its list`,
            `${textOf(summary['id'])} is not there`,
          );
        }
      }
      trial.need(seen > 0, 'no row refers to anything');
      return Promise.resolve();
    },
  }),
  onCollections({
    id: 'what-is-referenced-can-be-read',
    rules: ['GET-1', 'SHAPE-9', 'GET-2'],
    applies: ({ name }) => references[name].length > 0,
    title: 'what a row refers to can be read by its id, and says what the summary says',
    run: async (trial, subject) => {
      for (const reference of references[subject.contract.name]) await readSome(trial, subject, reference);
    },
  }),
  onCollections({
    id: 'what-is-deleted-goes-on-being-shown',
    rules: ['SHAPE-9', 'FILT-8'],
    applies: ({ name }) => references[name].length > 0,
    title: 'the rows that refer to something soft-deleted are found by it, and show it',
    run: async (trial, subject) => {
      let asked = 0;
      for (const { path, target } of references[subject.contract.name]) {
        const field = setFilters(subject).find(
          (filter) => filterPath(subject.contract, filter.field) === `${path}.id`,
        )?.field;
        const deleted = trial.subject(target).rows.filter((row) => typeof row['soft_deleted_at'] === 'string');
        if (field === undefined || deleted.length === 0) continue;
        asked += 1;
        const condition = { field, operator: 'in', values: deleted.slice(0, 60).map(idOf) } as const;
        await expectAnswer(
          trial,
          subject,
          { conditions: [condition], sort: null },
          `the rows whose ${path} is soft-deleted, showing it`,
        );
      }
      trial.need(asked > 0, 'nothing that can be referred to is soft-deleted');
    },
  }),
  onServer({
    id: 'an-entity-has-one-name-everywhere',
    rules: ['SHAPE-9'],
    title: 'groups, accreditations and equipments, which only others show, have the same name wherever they are shown',
    run: async (trial) => {
      const names = new Map<string, string>();
      for (const [collection, paths] of shownOnly) {
        for (const row of trial.subject(collection).rows) {
          for (const summary of paths.flatMap((path) => valuesAt(row, path))) {
            const [id, name] = [textOf(valuesAt(summary, 'id')[0]), textOf(valuesAt(summary, 'name')[0])];
            const before = names.get(id) ?? name;
            if (before !== name) violatedBy([row], `${id} by the name ${before}, as elsewhere`, name);
            names.set(id, name);
          }
        }
      }
      trial.need(names.size > 0, 'no row shows a group, an accreditation or an equipment');
      return Promise.resolve();
    },
  }),
  ...derivedChecks,
]);

/** Where entities are shown that have no collection. */
const shownOnly: readonly (readonly [CollectionName, readonly string[]])[] = [
  ['members', ['group', 'accreditations[]']],
  ['subscriptions', ['group']],
  ['bookings', ['group']],
  ['plans', ['groups[]']],
  ['places', ['equipments[]', 'required_accreditations[]']],
  ['machines', ['required_accreditations[]']],
  ['trainings', ['required_accreditations[]', 'granted_accreditations[]']],
  ['events', ['required_accreditations[]']],
];

const withoutGet: readonly CollectionName[] = ['project_licenses', 'project_thematics'];

async function readSome(trial: Trial, subject: Subject, reference: Reference): Promise<void> {
  if (withoutGet.includes(reference.target)) return;
  for (const { summary } of trial.random.sample(embeddedIn(subject, reference), 1)) {
    const exchange = await trial.get(`/api/v1/${reference.target}/${textOf(summary['id'])}`);
    expectStatus(exchange, 200, `the ${reference.target} entity of ${reference.path}`);
    const data = isObject(exchange.json) ? exchange.json['data'] : undefined;
    const stale = isObject(data) ? staleKeys(summary, data) : Object.keys(summary);
    if (stale.length > 0)
      violatedBy([summary], `${reference.path} like what it refers to`, `other at ${stale.join(', ')}`, exchange);
  }
}
