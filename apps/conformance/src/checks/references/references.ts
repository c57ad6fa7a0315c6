import { readOne } from '../requests/client-calls.js';
import type { CollectionName } from '@resource-catalogue/contracts';
import { idOf, type Row, isObject, type JsonObject, sameJson, textOf, valuesAt } from '../../json.js';
import type { Exchange } from '../../target/exchange.js';
import { derivedChecks } from './derived.js';
import { type Checks, onCollections, onServer } from '../context/check.js';
import { type Reference, referencesOf } from './reference-table.js';
import { setFilters, type Subject } from '../context/subject.js';
import { filterPath } from '../../oracle.js';
import { expectAnswer } from '../requests/lists.js';
import type { CheckContext } from '../context/check-context.js';
import { violatedBy } from '../context/violation.js';

interface Embedded {
  readonly row: Row;
  readonly summary: JsonObject;
  readonly reference: Reference;
}

/** The summaries in the rows of a collection; of those where one reference is, or of all. */
const embeddedIn = ({ rows, contract }: Subject, references = referencesOf(contract.name)): Embedded[] =>
  references.flatMap((reference) =>
    rows.flatMap((row) =>
      valuesAt(row, reference.path)
        .filter(isObject)
        .map((summary) => ({ row, summary, reference })),
    ),
  );

const byIds = new WeakMap<readonly Row[], Map<string, Row>>();

function rowsById(context: CheckContext, name: CollectionName): Map<string, Row> {
  const rows = context.snapshot.get(name)?.rows ?? [];
  const known = byIds.get(rows) ?? new Map(rows.map((row) => [idOf(row), row]));
  byIds.set(rows, known);
  return known;
}

/** SHAPE-9: a summary shows the entity as it is. A nested summary is compared as a whole. */
function expectFresh(summary: JsonObject, entity: Row, where: string, exchange: Exchange | null = null): void {
  const stale = Object.keys(summary).filter((key) => !sameJson(summary[key], entity[key]));
  if (stale.length > 0) violatedBy([summary, entity], where, `other at ${stale.join(', ')}`, exchange);
}

export const referenceChecks: Checks = {
  'summaries-show-their-entities-as-they-are': onCollections(['SHAPE-9', 'SHAPE-1'], {
    applies: ({ name }) => referencesOf(name).length > 0,
    title: 'every embedded summary equals the entity that it stands for, drafts and deleted ones too',
    run: (context, subject) => {
      context.need(subject.rows.length > 0, 'the collection is empty');
      for (const { row, summary, reference } of embeddedIn(subject)) {
        const entity = rowsById(context, reference.target).get(idOf(summary));
        const where = `${reference.path} of ${idOf(row)} like its ${reference.target} entity`;
        if (entity) expectFresh(summary, entity, where);
      }
    },
  }),
  'what-is-referenced-is-listed': onCollections(['FILT-8', 'SHAPE-9'], {
    applies: ({ name }) => referencesOf(name).length > 0,
    title: 'every entity that a row refers to stands in the list of its collection: nothing is held back',
    run: (context, subject) => {
      const isWhole = ({ reference }: Embedded): boolean => context.snapshot.get(reference.target)?.complete === true;
      const embedded = embeddedIn(subject).filter(isWhole);
      for (const { row, summary, reference } of embedded) {
        const known = rowsById(context, reference.target);
        const listed = `the ${reference.target} entity of ${reference.path} in its list`;
        if (!known.has(idOf(summary))) violatedBy([row], listed, `${textOf(summary['id'])} is not there`);
      }
      context.need(embedded.length > 0, 'no row refers to anything');
    },
  }),
  'what-is-referenced-can-be-read': onCollections(['GET-1', 'SHAPE-9', 'GET-2'], {
    applies: ({ name }) => referencesOf(name).length > 0,
    title: 'what a row refers to can be read by its id, and says what the summary says',
    run: async (context, subject) => {
      for (const reference of referencesOf(subject.contract.name)) {
        const { path, target } = reference;
        const [some] = context.random.sample(embeddedIn(subject, [reference]), 1);
        if (!some || withoutGet.includes(target)) continue;
        const why = `the ${target} entity of ${path}`;
        const { exchange, data } = await readOne(context, target, idOf(some.summary), why);
        expectFresh(some.summary, data, `${path} like what it refers to`, exchange);
      }
    },
  }),
  'what-is-deleted-goes-on-being-shown': onCollections(['SHAPE-9', 'FILT-8'], {
    applies: ({ name }) => referencesOf(name).length > 0,
    title: 'the rows that refer to something soft-deleted are found by it, and show it',
    run: async (context, subject) => {
      let asked = 0;
      for (const { path, target } of referencesOf(subject.contract.name)) {
        const field = setFilters(subject).find(
          (filter) => filterPath(subject.contract, filter.field) === `${path}.id`,
        )?.field;
        const deleted = context.subject(target).rows.filter((row) => typeof row['soft_deleted_at'] === 'string');
        if (field === undefined || deleted.length === 0) continue;
        asked += 1;
        const condition = { field, operator: 'in', values: deleted.slice(0, 60).map(idOf) } as const;
        await expectAnswer(context, subject, { conditions: [condition] });
      }
      context.need(asked > 0, 'nothing that can be referred to is soft-deleted');
    },
  }),
  'an-entity-has-one-name-everywhere': onServer(['SHAPE-9'], {
    title:
      'groups, accreditations and equipments, which have no collection, have the same name wherever they are shown',
    run: (context) => {
      const names = new Map<string, string>();
      for (const [collection, paths] of shownOnly) {
        for (const row of context.subject(collection).rows) {
          for (const summary of paths.flatMap((path) => valuesAt(row, path))) {
            const [id, name] = [textOf(valuesAt(summary, 'id')[0]), textOf(valuesAt(summary, 'name')[0])];
            const before = names.get(id) ?? name;
            if (before !== name) violatedBy([row], `${id} by the name ${before}, as elsewhere`, name);
            names.set(id, name);
          }
        }
      }
      context.need(names.size > 0, 'no row shows a group, an accreditation or an equipment');
    },
  }),
  ...derivedChecks,
};

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
