import { collections, type CollectionName } from './collections.js';

/** Scopes of a token (AUTH-3): read everything, read one collection, or read and write projects. */
export type Scope = 'read' | `${CollectionName}:read` | 'projects:write';

/** The scope for reading one collection only (AUTH-3). */
export function readScope<const Name extends CollectionName>(collection: Name): `${Name}:read` {
  return `${collection}:read`;
}

/** Every scope, the widest first (AUTH-3). */
export const scopes: readonly Scope[] = ['read', ...collections.map(({ name }) => readScope(name)), 'projects:write'];

/** The scopes of which a request needs any one, the narrowest first. */
export type SufficientScopes<Narrowest extends string = Scope> = readonly [Narrowest, ...Scope[]];

/**
 * A scope and the wider ones that include it (AUTH-3). Since every write returns the project, the scope for writing
 * projects also reads them.
 */
export function sufficientScopes<const Narrowest extends string>(scope: Narrowest): SufficientScopes<Narrowest> {
  if (scope === 'projects:read') return [scope, 'projects:write', 'read'];
  return scope.endsWith(':read') ? [scope, 'read'] : [scope];
}

const known: ReadonlySet<string> = new Set(scopes);

/** Whether a text is a scope of this API (AUTH-3). */
export function isScope(text: string): text is Scope {
  return known.has(text);
}
