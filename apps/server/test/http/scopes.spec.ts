import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections, pathOf, type Scope, scopes } from '@resource-catalogue/contracts';
import { unknownId } from '../support/list-query.js';
import { startTestService, type TestService } from '../support/service.js';

/** A request that a sufficient scope lets through to `status`, and the scopes that suffice. */
interface Operation {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly allowed: readonly Scope[];
  readonly type?: string;
}

const reads = collections.flatMap((contract): Operation[] => {
  const { name, get } = contract;
  const allowed: readonly Scope[] = [
    'read',
    `${name}:read`,
    ...(name === 'projects' ? ['projects:write' as const] : []),
  ];
  const list = { method: 'GET', path: `${pathOf(contract)}?limit=1`, status: 200, allowed };
  return get ? [list, { ...list, path: `${pathOf(contract)}/${unknownId}`, status: 404 }] : [list];
});

const json = 'application/json';
const allowed: readonly Scope[] = ['projects:write'];
const writes: readonly Operation[] = [
  { method: 'POST', path: '/api/v1/projects', status: 400, allowed, type: json },
  { method: 'PATCH', path: `/api/v1/projects/${unknownId}`, status: 404, allowed, type: json },
];

let service: TestService;
const tokens = new Map<Scope, string>();
beforeAll(async () => {
  service = await startTestService();
  for (const scope of scopes) tokens.set(scope, (await service.newToken({ scopes: [scope] })).token);
});
afterAll(() => service.close());

describe.each([...reads, ...writes])('AUTH-3: $method $path', ({ method, path, status, allowed, type }) => {
  it.each(scopes)('is allowed with the scope %s exactly if it suffices', async (scope) => {
    const body = type === undefined ? {} : { body: '{}', headers: { 'content-type': type } };
    const response = await service.request(path, { method, token: tokens.get(scope) ?? false, ...body });
    expect(response.status).toBe(allowed.includes(scope) ? status : 403);
  });
});
