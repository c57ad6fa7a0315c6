import { collections, type CollectionName } from './collections.js';

/** Scopes of a token (AUTH-3): read everything, read one collection, or read and write projects. */
export type Scope = 'read' | `${CollectionName}:read` | 'projects:write';

/** The scope for reading one collection only (AUTH-3). */
function readScope<const Name extends CollectionName>(collection: Name): `${Name}:read` {
  return `${collection}:read`;
}

/** Every scope, the widest first (AUTH-3). */
export const scopes: readonly Scope[] = ['read', ...collections.map(({ name }) => readScope(name)), 'projects:write'];

/** What a request needs: any one of these scopes, the narrowest first. */
export type SufficientScopes = readonly [narrowest: Scope, ...wider: Scope[]];

/**
 * The scopes, each of which allows reading or writing a collection (AUTH-3). Only projects can be written (WRITE-1), and
 * since every write returns the project, its scope also reads them.
 */
export function sufficientScopes(access: 'read' | 'write', collection: CollectionName): SufficientScopes {
  if (access === 'write') return ['projects:write'];
  return collection === 'projects' ? ['projects:read', 'projects:write', 'read'] : [readScope(collection), 'read'];
}

const known: ReadonlySet<string> = new Set(scopes);

/** Whether a text is a scope of this interface (AUTH-3). */
export function isScope(text: string): text is Scope {
  return known.has(text);
}
