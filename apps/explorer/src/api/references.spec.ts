import { describe, expect, it } from '@jest/globals';
import { catalogue, openApiDocument } from '../../test/document.js';
import { asObject } from './json.js';
import { collectionBehind, findReferrers } from './references.js';

/** Keys of summaries whose entities are not listed by any collection. */
const unlisted = 'equipments granted_accreditations group groups place_extras price required_accreditations'.split(' ');

const nameBehind = (key: string) => collectionBehind(catalogue, key)?.name ?? null;

describe('collectionBehind', () => {
  it('finds the collection of every summary in the document, except unlisted ones', () => {
    const schemas = asObject(asObject(asObject(openApiDocument())['components'])['schemas']);
    const properties = Object.values(schemas).flatMap((schema) =>
      Object.entries(asObject(asObject(schema)['properties'])),
    );
    const summaries = properties.filter(([, value]) => /\/(?:Ref|\w+Summary)"/.test(JSON.stringify(value)));
    const nowhere = new Set(summaries.map(([key]) => key).filter((key) => nameBehind(key) === null));
    expect([...nowhere].sort()).toEqual(unlisted);
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
  ])('maps the key %s to the collection %s', (key, name) => {
    expect(nameBehind(key)).toBe(name);
  });
});

it('findReferrers finds the lists with a filter for rows that refer to a row', () => {
  const referrers = findReferrers(catalogue, 'machines');
  expect(referrers.map(({ collection, parameter }) => `${collection.name} by ${parameter}`)).toEqual([
    'machine_units by filters[machine_id][in]',
    'trainings by filters[machine_id][in]',
    'projects by filters[machine_id][in]',
    'bookings by filters[machine_id][in]',
  ]);
  expect(findReferrers(catalogue, 'projects')).toEqual([]);
});
