import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { startTestService, type TestService } from '../support/service.js';
import { firstId } from './support/operations.js';
import { expectProblem, errorsOf } from './support/problems.js';
import { asAnswer, exchange, requestText } from './support/raw-client.js';

describe('paths', () => {
  let service: TestService;
  let id: string;
  beforeAll(async () => {
    service = await startTestService('embedded');
    id = await firstId(service, 'spaces');
  });
  afterAll(() => service.close());

  /** Targets as they are: other clients tidy them up. */
  async function ask(method: string, target: string, token?: string): Promise<ReturnType<typeof asAnswer>> {
    const headers = token === undefined ? [] : [`Authorization: Bearer ${token}`];
    const { answers } = await exchange(service.port, requestText(`${method} ${target} HTTP/1.1`, headers));
    return asAnswer(answers[0]);
  }

  it.each([
    '/api/v1',
    '/api/v1/',
    '/api/v1/Spaces',
    '/api/v1/SPACES',
    '/api/v1/spaces/',
    '/api/v1/spaces.json',
    '/api/v1//spaces',
    '/api/v1/%73paces',
    '/api/v1/spaces%2F',
    '/api/v1/spaces%20',
    '/api/v1/./spaces',
    '/api/v1/users/../spaces',
    '/api/v1/%2e%2e/v1/spaces',
    '/api/v1/spaces;x=1',
    '/api/v1/spaces#top',
    '/api/v1/space',
    '/api/v1/__proto__',
    '/api/v1/constructor',
    '/api/v1/project-licenses',
    '/api/v1/spaces\\',
    '/api/v1/:id',
  ])('HTTP-7: %s is not found', async (path) => {
    expectProblem(await ask('GET', path, service.token), 'not_found');
    expectProblem(await ask('OPTIONS', path, service.token), 'not_found');
    expectProblem(await ask('OPTIONS', path), 'missing_token');
  });

  it.each([
    '/API/v1/spaces',
    '/api/V1/spaces',
    '//api/v1/spaces',
    '/api/v2/spaces',
    '/api',
    '/nothing',
    '/Docs',
    '/docs/',
  ])('HTTP-7: %s is not found, and needs no token, since it is not of the interface', async (path) => {
    expectProblem(await service.request(path, { token: false }), 'not_found');
  });

  it('HTTP-7: after an id nothing follows, and where there is no get there is no id', async () => {
    for (const path of [`/api/v1/spaces/${id}/`, `/api/v1/spaces/${id}/x`, `/api/v1/spaces/${id}.json/x`]) {
      expectProblem(await service.request(path), 'not_found');
    }
    for (const { name, get } of collections.filter((contract) => !contract.get)) {
      expect(get).toBe(false);
      expectProblem(await service.request(`/api/v1/${name}/${id}`), 'not_found');
    }
  });

  it.each([
    ['not-a-uuid'],
    ['..'],
    ['.'],
    ['%2e%2e'],
    ['%zz'],
    ['%'],
    ['%ff'],
    ['%00'],
    ['%2F'],
    ['%c3%bc'],
    ['%a0'],
    ['x#y'],
    ['a'.repeat(8000)],
    ['00000000-0000-7000-8000-00000000000'],
    ['00000000-0000-7000-8000-000000000000.json'],
    ['{00000000-0000-7000-8000-000000000000}'],
    ['0000000000007000800000000000000000'],
  ])('GET-2: the id %.40s is no UUID: 400', async (segment) => {
    const problem = expectProblem(await ask('GET', `/api/v1/spaces/${segment}`, service.token), 'invalid_request');
    expect(errorsOf(problem)).toMatchObject([{ parameter: 'id', code: 'invalid_value' }]);
  });

  it('ERR-2, ERR-4: an id that cannot even be decoded is checked like any other', async () => {
    const path = '/api/v1/spaces/%zz?limit=1';
    const errors = errorsOf(expectProblem(await service.request(path), 'invalid_request'));
    expect(errors.map(({ parameter }) => parameter)).toEqual(['id', 'limit']);
    expectProblem(await service.request(path, { headers: { accept: 'text/html' } }), 'not_acceptable');
    const { token } = await service.newToken({ scopes: ['users:read'] });
    expectProblem(await service.request(path, { token }), 'insufficient_scope');
  });

  it('GET-2: a UUID is read in any case, and percent-encoded', async () => {
    const plain = await service.request(`/api/v1/spaces/${id}`);
    for (const form of [
      id.toUpperCase(),
      id.replaceAll('-', '%2D'),
      id.replace(/[a-f]/, (letter) => letter.toUpperCase()),
    ]) {
      const answer = await service.request(`/api/v1/spaces/${form}`);
      expect([answer.status, answer.headers['etag']]).toEqual([200, plain.headers['etag']]);
    }
  });

  it('RFC 9112: a whole URL as the target means its path, and its host stands above the header', async () => {
    const { status, headers } = await ask('GET', 'http://other.example:81/api/v1/spaces?limit=1', service.token);
    expect(status).toBe(200);
    expect(headers['link']).toContain('<http://other.example:81/api/v1/spaces?limit=1>; rel="first"');
    const targets = ['http://other.example/api/v1/nothing', 'http://[::1]/api/v1/spaces', 'http://other.example'];
    const answers = await Promise.all(targets.map((target) => ask('GET', target, service.token)));
    expect(answers.map((answer) => answer.status)).toEqual([404, 200, 200]);
  });
});
