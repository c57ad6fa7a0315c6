import { collections, type CollectionName } from './collections.js';

/** Scopes of a token (AUTH-3): read everything, read one collection, or write projects. */
export type Scope = 'read' | `${CollectionName}:read` | 'projects:write';

/** The scope for reading one collection only (AUTH-3). */
export function readScope<const Name extends CollectionName>(collection: Name): `${Name}:read` {
  return `${collection}:read`;
}

/** Every scope, the widest first (AUTH-3). */
export const scopes: readonly Scope[] = ['read', ...collections.map(({ name }) => readScope(name)), 'projects:write'];

const known: ReadonlySet<string> = new Set(scopes);

/** Whether a text is a scope of this interface (AUTH-3). */
export function isScope(text: string): text is Scope {
  return known.has(text);
}
