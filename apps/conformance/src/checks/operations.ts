import { type AnyCollectionContract, collections, type Scope, readScope } from '@resource-catalogue/contracts';

/** One of the 36 operations of the interface. */
export interface Operation {
  readonly kind: 'list' | 'get' | 'create' | 'update';
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** The path, with `{id}` where an id stands. */
  readonly template: string;
  readonly contract: AnyCollectionContract;
  /** The narrowest scope that allows it (AUTH-3). */
  readonly scope: Scope;
}

/** An id that nothing has: of version 4, which the service does not make, and not in any seed. */
export const nobody = '5a3c8f0e-91d2-4b67-8e4f-c07d1b26a953';

export const operations: readonly Operation[] = collections.flatMap((contract): Operation[] => {
  const list = `/api/v1/${contract.name}`;
  const scope = readScope(contract.name);
  return [
    { kind: 'list', method: 'GET', template: list, contract, scope },
    ...(contract.get ? [{ kind: 'get', method: 'GET', template: `${list}/{id}`, contract, scope } as const] : []),
    ...(contract.name === 'projects' ? writing(contract) : []),
  ];
});

function writing(contract: AnyCollectionContract): Operation[] {
  const scope = 'projects:write';
  return [
    { kind: 'create', method: 'POST', template: '/api/v1/projects', contract, scope },
    { kind: 'update', method: 'PATCH', template: '/api/v1/projects/{id}', contract, scope },
  ];
}

/** The path of an operation; without an id, that of nothing. */
export function pathOf({ template }: Operation, id: string = nobody): string {
  return template.replace('{id}', id);
}

/** How an operation is named in a report. */
export const nameOf = ({ method, template }: Operation): string => `${method} ${template}`;
