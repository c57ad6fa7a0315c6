import { collections } from '@resource-catalogue/contracts';
import type { Route } from './exchange.js';

const prefix = '/api/v1/';
const readMethods = ['GET', 'HEAD', 'OPTIONS'] as const;

/** What a path leads to, taken exactly (HTTP-7); null where it leads nowhere. */
export function routeOf(path: string): Route | null {
  if (!path.startsWith(prefix)) return null;
  const [name, id, ...rest] = path.slice(prefix.length).split('/');
  const contract = collections.find((one) => one.name === name);
  if (contract === undefined || rest.length > 0) return null;
  if (id === undefined) {
    const methods = contract.name === 'projects' ? [...readMethods, 'POST'] : readMethods;
    return { contract, kind: 'list', id: null, methods };
  }
  if (!contract.get || id === '') return null;
  const methods = contract.name === 'projects' ? [...readMethods, 'PATCH'] : readMethods;
  return { contract, kind: 'single', id, methods };
}

export const isBelowInterface = (path: string): boolean => path === '/api/v1' || path.startsWith(prefix);
