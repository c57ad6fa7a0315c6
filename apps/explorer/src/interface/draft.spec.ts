import { describe, expect, it } from '@jest/globals';
import { catalogue } from '../../test/document.js';
import { bodyFrom, bodyShape } from './body.js';
import { type Draft, isChanged, rebased, settled } from './draft.js';
import type { JsonObject } from './json.js';

const fields = bodyShape(catalogue, '/api/v1/projects/{id}', 'patch')?.fields ?? [];
const part = (id: string | null, title: string) => ({ id, title, description: null });
const body = (values: JsonObject): JsonObject => ({ ...bodyFrom(fields, {}), name: 'Stool', ...values });
const draftOf = (base: JsonObject, typed: JsonObject): Draft => ({
  base,
  values: { ...base, ...typed },
  version: '"1"',
  conflicts: [],
});
const conflictsOf = ({ conflicts }: Draft) => conflicts.map(({ field, ...sides }) => ({ name: field.name, ...sides }));

describe('a draft on a later version of its row', () => {
  it('a draft takes untouched fields from the later version, and shows conflicts with edited ones', () => {
    const draft = draftOf(body({ summary: 'old', tags: ['a'] }), { summary: 'mine', tags: ['a', 'b'] });
    const next = rebased(fields, draft, body({ name: 'Bench', summary: 'theirs', tags: ['a'] }), '"2"');
    expect(next.values).toEqual(body({ name: 'Bench', summary: 'mine', tags: ['a', 'b'] }));
    expect(next.version).toBe('"2"');
    expect(conflictsOf(next)).toEqual([
      { name: 'name', theirs: 'Bench' },
      { name: 'summary', theirs: 'theirs', own: 'mine' },
    ]);
  });

  it('a draft has nothing left to save if the server has the same values', () => {
    const draft = draftOf(body({ summary: 'old' }), { summary: 'mine' });
    const next = rebased(fields, draft, body({ summary: 'mine' }), '"2"');
    expect(conflictsOf(next)).toEqual([]);
    expect(isChanged(fields, next)).toBe(false);
  });

  it('a draft creates an edited part again if the server no longer has it', () => {
    const steps = [part('a', 'Saw'), part('b', 'Glue')];
    const draft = draftOf(body({ steps }), { steps: [...steps, part(null, 'Oil')] });
    const next = rebased(fields, draft, body({ steps: [part('b', 'Glue')] }), '"2"');
    expect(next.values['steps']).toEqual([part(null, 'Saw'), part('b', 'Glue'), part(null, 'Oil')]);
  });
});

describe('a conflict', () => {
  const draft = draftOf(body({ summary: 'old' }), { summary: 'mine' });
  const begun = rebased(fields, draft, body({ summary: 'theirs' }), '"2"');
  const [conflict] = begun.conflicts;
  if (!conflict) throw new Error('The draft has no conflict.');

  it("a conflict can be resolved with the server's value, and then with the latest input", () => {
    const theirs = settled(begun, conflict, 'theirs');
    expect(theirs.values['summary']).toBe('theirs');
    const edited = { ...begun, values: { ...begun.values, summary: 'typed later' } };
    const away = settled(edited, conflict, 'theirs');
    const [again] = away.conflicts;
    expect(again && settled(away, again, 'own').values['summary']).toBe('typed later');
  });
});
