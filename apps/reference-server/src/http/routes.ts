import { collections } from '@resource-catalogue/contracts';
import type { Route } from './exchange.js';

const prefix = '/api/v1/';

/** The route of a path, matched exactly (HTTP-7); null for unknown paths. */
export function routeOf(path: string): Route | null {
  if (!path.startsWith(prefix)) return null;
  const [name, id = null, ...rest] = path.slice(prefix.length).split('/');
  const contract = collections.find((one) => one.name === name);
  if (contract === undefined || rest.length > 0 || id === '' || (id !== null && !contract.get)) return null;
  const writing = contract.name === 'projects' ? [id === null ? 'POST' : 'PATCH'] : [];
  return { contract, kind: id === null ? 'list' : 'single', id, methods: ['GET', 'HEAD', 'OPTIONS', ...writing] };
}

export const isBelowInterface = (path: string): boolean => path === '/api/v1' || path.startsWith(prefix);
