import { describe, expect, it } from '@jest/globals';
import { collections } from './collections.js';
import { isScope, readScope, scopes } from './scopes.js';

describe('AUTH-3: scopes', () => {
  it('are read, one for each collection, and the writing of projects', () => {
    expect(scopes.length).toBe(collections.length + 2);
    expect(scopes[0]).toBe('read');
    expect(scopes.slice(1, -1).every((scope) => /^[a-z_]+:read$/.test(scope))).toBe(true);
    expect(scopes.at(-1)).toBe('projects:write');
  });

  it('name the collection that they let read', () => {
    const scope: 'machine_units:read' = readScope('machine_units');
    expect(scopes).toContain(scope);
  });

  it.each(['read', 'bookings:read', 'projects:write'])('%s is one', (text) => {
    expect(isScope(text)).toBe(true);
  });

  it.each(['', 'write', 'bookings:write', 'booking:read', 'Read', 'read '])('"%s" is none', (text) => {
    expect(isScope(text)).toBe(false);
  });
});
