import { apiPrefix, collections } from '@resource-catalogue/contracts';
import type { Route } from './exchange.js';

export const readMethods = ['GET', 'HEAD', 'OPTIONS'];

export const isBelowInterface = (path: string): boolean => path === apiPrefix || path.startsWith(`${apiPrefix}/`);

/** The route of a path, matched exactly (HTTP-7); null for unknown paths. */
export function routeOf(path: string): Route | null {
  if (!path.startsWith(`${apiPrefix}/`)) return null;
  const [name, id = null, ...rest] = path.slice(apiPrefix.length + 1).split('/');
  const contract = collections.find((one) => one.name === name);
  if (contract === undefined || rest.length > 0 || id === '' || (id !== null && !contract.get)) return null;
  const writing = contract.name === 'projects' ? [id === null ? 'POST' : 'PATCH'] : [];
  return { contract, kind: id === null ? 'list' : 'single', id, methods: [...readMethods, ...writing] };
}
