import { expect, it } from '@jest/globals';
import { scopes, sufficientScopes } from './scopes.js';

it('AUTH-3: reading a collection takes its own scope or that for all, or the one that writes it', () => {
  const { 'projects:read': projects, ...others } = Object.fromEntries(
    scopes.filter((scope) => scope.endsWith(':read')).map((scope) => [scope, sufficientScopes(scope)]),
  );
  expect(projects).toEqual(['projects:read', 'projects:write', 'read']);
  for (const [scope, sufficient] of Object.entries(others)) expect(sufficient).toEqual([scope, 'read']);
});

it.each(['read', 'projects:write', ''])('AUTH-3: no other scope includes %j', (scope) => {
  expect(sufficientScopes(scope)).toEqual([scope]);
});
