import { expect, it } from '@jest/globals';
import { collections } from './collections.js';
import { sufficientScopes } from './scopes.js';

it.each(collections.map(({ name }) => name))('AUTH-3: %s are read with their own scope, or that of all', (name) => {
  const own = name === 'projects' ? ['projects:read', 'projects:write'] : [`${name}:read`];
  expect(sufficientScopes('read', name)).toEqual([...own, 'read']);
});

it('AUTH-3: projects are written with one scope only', () => {
  expect(sufficientScopes('write', 'projects')).toEqual(['projects:write']);
});
