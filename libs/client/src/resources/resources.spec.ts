import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import * as library from '../index.js';

const client = library.createClient({ baseUrl: 'https://catalogue.example.org', token: 'test' });
const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const names = collections.map(({ name }) => name);
const source = readFileSync(new URL('resources.ts', import.meta.url), 'utf8');

describe('the collections', () => {
  it.each(names)('%s has four consistently named types in libs/client/src/resources/resources.ts', (name) => {
    const written = source.matchAll(new RegExp(`^export type (\\w+) = (\\w+)<'${name}'>;`, 'gm'));
    const types = Object.fromEntries([...written].map(([, type = '', of = '']) => [of, type]));
    const item = types['ItemOf'] ?? '';
    expect(types).toEqual({ IdIn: `${item}Id`, ItemOf: item, FiltersOf: `${item}Filters`, SortOf: `${item}Sort` });
  });

  it('are the same in a client and in the contracts', () => {
    expect(Object.keys(client).sort()).toEqual([...names.map(camelCase), 'raw', 'transport'].sort());
  });

  it.each(collections.map(({ name, get }) => [name, get] as const))('%s matches its contract', (name, get) => {
    const exported = new Map(Object.entries(library));
    expect(exported.get(camelCase(name))).toEqual({ name, ...(get ? { get: true } : {}) });
    const operations = new Map<string, object>(Object.entries(client)).get(camelCase(name));
    const written = name === 'projects' ? ['create', 'update', 'change'] : [];
    const expected = ['list', 'getMany', 'changesSince', ...(get ? ['get'] : []), ...written];
    expect(Object.keys(operations ?? {})).toEqual(expected);
  });
});
