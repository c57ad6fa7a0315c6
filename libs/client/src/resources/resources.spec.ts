import { describe, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import * as library from '../index.js';

const client = library.createClient({ baseUrl: 'https://catalogue.example.org', token: 'test' });
const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

describe('the collections', () => {
  it.each(collections.map(({ name, get }) => [name, get] as const))('%s', (name, get) => {
    const members = new Map(Object.entries(library));
    expect(members.get(camelCase(name))).toEqual({ name, ...(get ? { get: true } : {}) });
    const operations = new Map<string, object>(Object.entries(client)).get(camelCase(name));
    const written = name === 'projects' ? ['create', 'update', 'change'] : [];
    expect(Object.keys(operations ?? {})).toEqual([
      'list',
      'getMany',
      'changesSince',
      ...(get ? ['get'] : []),
      ...written,
    ]);
  });

  it('are those of the contracts and no others', () => {
    expect(Object.keys(client).sort()).toEqual(
      [...collections.map(({ name }) => camelCase(name)), 'raw', 'transport'].sort(),
    );
  });
});
