import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { startTestService, type TestService } from '../support/service.js';
import { expectProblem } from './support/problems.js';

const source = 'https://catalogue.example.org';

describe.each(databaseKinds)('a service on a mirror, on %s', (kind) => {
  let service: TestService;
  const writes = [
    { method: 'POST', path: '/api/v1/projects' },
    { method: 'PATCH', path: '/api/v1/projects/0198c1bb-b4b8-73bd-840b-d683a4c7f2e1' },
  ];

  beforeAll(async () => {
    service = await startTestService(kind);
  });
  afterAll(() => service.close());

  it('refuses writes with 405 and the reason, in the place of a 405, and goes on reading', async () => {
    await service.database.prisma.mirror.create({ data: { source, refuses_writes: true } });
    for (const { method, path } of writes) {
      // What is wrong with the body, or with the scope, would come later (ERR-4).
      const { token } = await service.newToken({ scopes: ['read'] });
      const answer = await service.request(path, { method, token, body: '{' });
      const problem = expectProblem(answer, 'method_not_allowed');
      expect(problem['detail']).toBe(`This server mirrors ${source} and cannot be written: send the request there.`);
      expect(answer.headers['allow']).toBe('GET, HEAD, OPTIONS');
      expectProblem(await service.request(path, { method, token: 'rct_bad' }), 'invalid_token');
    }
    expect((await service.request('/api/v1/projects')).status).toBe(200);
  });

  it('takes them where the operator has allowed it', async () => {
    await service.database.prisma.mirror.updateMany({ data: { refuses_writes: false } });
    for (const { method, path } of writes) {
      const answer = await service.request(path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: '{',
      });
      expectProblem(answer, 'invalid_request');
    }
  });
});
