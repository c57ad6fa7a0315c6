import { collections, type CollectionName } from './collections.js';

/** What a token allows (AUTH-3): reading everything, reading one collection, or writing projects. */
export type Scope = 'read' | `${CollectionName}:read` | 'projects:write';

/** The scope that allows reading one collection and nothing else (AUTH-3). */
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
