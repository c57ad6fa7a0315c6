import { describe, expect, it } from '@jest/globals';
import { catalogue } from '../../test/document.js';
import { type BodyField, bodyFrom, bodyShape, collectChanges } from './body.js';
import type { JsonObject } from './json.js';

const path = '/api/v1/projects';
const fieldsOf = (where: string, method: 'post' | 'patch'): readonly BodyField[] =>
  bodyShape(catalogue, where, method)?.fields ?? [];
const created = fieldsOf(path, 'post');
const changed = fieldsOf(`${path}/{id}`, 'patch');

/** A project as read, with summaries for references that the body sends as ids. */
const project: JsonObject = {
  id: 'p',
  name: 'Stool',
  author: { id: 'm', first_name: 'Noor' },
  collaborators: [],
  summary: null,
  description: 'Text',
  description_rendered: '<p>Text</p>',
  space: { id: 's', name: 'Hall' },
  license: null,
  thematics: [{ id: 't1' }, { id: 't2' }],
  machines: [],
  tags: ['oak'],
  external_url: null,
  publication_state: 'draft',
  steps: [{ id: 'a', position: 1, title: 'Saw', description: null, description_rendered: null }],
};

describe('the body of an operation', () => {
  it('a body has the fields, limits and scopes of the OpenAPI document', () => {
    const kinds = Object.fromEntries(created.map(({ name, kind }) => [name, kind]));
    expect(kinds).toEqual({
      ...{ name: 'text', summary: 'text', description: 'text', external_url: 'text', tags: 'texts' },
      ...{ author_id: 'reference', space_id: 'reference', license_id: 'reference', publication_state: 'choice' },
      ...{ thematic_ids: 'references', machine_ids: 'references', collaborator_ids: 'references', steps: 'parts' },
    });
    const byName = (name: string) => created.find((field) => field.name === name);
    expect(byName('name')).toMatchObject({ isRequired: true, isNullable: false, max: 200 });
    expect(byName('summary')).toMatchObject({ isRequired: false, isNullable: true, max: 500 });
    expect(byName('tags')).toMatchObject({ max: 20 });
    expect(byName('publication_state')?.choices).toEqual(['draft', 'published']);
    expect(byName('external_url')?.isAddress).toBe(true);
    expect(byName('steps')?.parts.map(({ name, kind }) => [name, kind])).toEqual([
      ['title', 'text'],
      ['description', 'text'],
    ]);
    expect(bodyShape(catalogue, path, 'post')?.scopes).toEqual(['projects:write']);
  });

  it('the body of an operation without one is null', () => {
    expect(bodyShape(catalogue, '/api/v1/machines', 'post')).toBeNull();
    expect(bodyShape(catalogue, '/constructor', 'post')).toBeNull();
  });
});

describe('a body of a row', () => {
  it('the body of a row has the ids of its references, and only the writable fields of its parts', () => {
    expect(bodyFrom(changed, project)).toEqual({
      ...{ name: 'Stool', summary: null, description: 'Text', publication_state: 'draft', space_id: 's' },
      ...{ license_id: null, thematic_ids: ['t1', 't2'], machine_ids: [], collaborator_ids: [], tags: ['oak'] },
      ...{ external_url: null, steps: [{ id: 'a', title: 'Saw', description: null }] },
    });
  });
});

describe('changes', () => {
  const base = bodyFrom(changed, project);
  const changesTo = (values: JsonObject) => collectChanges(changed, base, { ...base, ...values });

  it('changes are the fields that differ', () => {
    expect(changesTo({})).toEqual({});
    expect(changesTo({ name: 'Bench', description: '' })).toEqual({ name: 'Bench', description: null });
    expect(changesTo({ name: '' })).toEqual({ name: '' });
    expect(changesTo({ thematic_ids: ['t2'] })).toEqual({ thematic_ids: ['t2'] });
  });

  it('changes omit empty entries and the id of a new part', () => {
    expect(changesTo({ tags: ['oak', '', ' '] })).toEqual({});
    expect(changesTo({ tags: ['', 'ash'] })).toEqual({ tags: ['ash'] });
    const steps = [{ id: null, title: 'Glue', description: '' }];
    expect(changesTo({ steps })).toEqual({ steps: [{ title: 'Glue', description: null }] });
  });

  it('changes of a new row are the fields with a value', () => {
    const empty = bodyFrom(created, {});
    expect(collectChanges(created, empty, empty)).toEqual({});
    expect(collectChanges(created, empty, { ...empty, name: 'Stool', summary: '' })).toEqual({ name: 'Stool' });
  });
});
