import { describe, expect, it } from '@jest/globals';
import { catalogue, openApiDocument } from '../../test/document.js';
import { objectOf } from './json.js';
import { collectionBehind, referrersOf } from './references.js';

/** Keys of summaries whose entities no collection lists. */
const unlisted = [
  'accreditation',
  'equipments',
  'granted_accreditations',
  'group',
  'groups',
  'price',
  'required_accreditations',
];

/** Every key of the document whose value is a summary with an id, or a list of them. */
function summaryKeys(): string[] {
  const schemas = objectOf(objectOf(objectOf(openApiDocument())['components'])['schemas']);
  const isSummary = (property: unknown) => /\/(?:Ref|\w+Summary)"/.test(JSON.stringify(property));
  const keys = Object.values(schemas).flatMap((schema) =>
    Object.entries(objectOf(objectOf(schema)['properties'])).flatMap(([key, property]) =>
      isSummary(property) ? [key] : [],
    ),
  );
  return [...new Set(keys)].sort();
}

const nameBehind = (key: string) => collectionBehind(catalogue, key)?.name ?? null;

describe('collectionBehind', () => {
  it('leads from every summary to the collection that lists it, or is known to lead nowhere', () => {
    const nowhere = summaryKeys().filter((key) => nameBehind(key) === null);
    expect(nowhere).toEqual([...unlisted, 'place_extras'].sort().filter((key) => summaryKeys().includes(key)));
  });

  it.each([
    ['machine_unit', 'machine_units'],
    ['machine_unit_id', 'machine_units'],
    ['category', 'categories'],
    ['required_plans', 'plans'],
    ['current_subscription', 'subscriptions'],
    ['reserved_by_training_session_id', 'training_sessions'],
    ['author', 'members'],
    ['collaborators', 'members'],
    ['hosts', 'users'],
    ['license', 'project_licenses'],
    ['thematics', 'project_thematics'],
    ['parent_id', 'spaces'],
    ['trainers', 'users'],
    ['spaces', 'spaces'],
    ['group', null],
    ['id', null],
    ['constructor', null],
    ['', null],
  ])('%s belongs to %s', (key, name) => {
    expect(nameBehind(key)).toBe(name);
  });
});

describe('referrersOf', () => {
  it('finds the lists that can be asked for what refers to a row', () => {
    const referrers = referrersOf(catalogue, 'machines').map(({ collection, parameter }) => [
      collection.name,
      parameter,
    ]);
    expect(referrers).toEqual([
      ['machine_units', 'filters[machine_id][in]'],
      ['trainings', 'filters[machine_id][in]'],
      ['projects', 'filters[machine_id][in]'],
    ]);
    expect(referrersOf(catalogue, 'projects')).toEqual([]);
  });
});
