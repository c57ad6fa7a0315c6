import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, type Instance, startInstance, startTestService, type TestService } from '../support/service.js';

const allowed = 'https://app.example.org';
const exposed = [
  'ETag',
  'Link',
  'Location',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Deprecation',
  'Sunset',
  'X-Request-Id',
  'WWW-Authenticate',
];

const corsHeaders = (answer: Answer): string[] =>
  Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));

describe('cross-origin requests', () => {
  let closed: TestService;
  let open: Instance;

  beforeAll(async () => {
    closed = await startTestService('embedded');
    open = await startInstance(closed.database, closed.token, { corsOrigins: ['https://other.example', allowed] });
  });
  afterAll(async () => {
    await open.close();
    await closed.close();
  });

  const preflight = (service: Instance, path: string, origin: string) =>
    service.request(path, {
      method: 'OPTIONS',
      token: false,
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,x-request-id',
      },
    });

  it('HTTP-6: are off until the operator names origins', async () => {
    const answers = [
      await closed.request('/api/v1/spaces', { headers: { origin: allowed } }),
      await preflight(closed, '/api/v1/spaces', allowed),
    ];
    for (const answer of answers) {
      expect(corsHeaders(answer)).toEqual([]);
      expect(String(answer.headers['vary'])).not.toContain('Origin');
    }
  });

  it('HTTP-6: a preflight of a named origin needs no token and allows what the interface takes', async () => {
    for (const path of ['/api/v1/spaces', '/api/v1/projects', '/api/v1/spaces/00000000-0000-7000-8000-000000000000']) {
      const { status, headers } = await preflight(open, path, allowed);
      expect([status, headers['access-control-allow-origin']]).toEqual([204, allowed]);
      expect(String(headers['access-control-allow-methods']).split(',')).toEqual(['GET', 'HEAD', 'POST', 'PATCH']);
      expect(headers['access-control-allow-headers']).toBe('authorization,x-request-id');
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      expect(String(headers['vary'])).toMatch(/\bOrigin\b/);
    }
  });

  it('HTTP-6: answers and refusals to a named origin can be read, with the headers that matter', async () => {
    const headers = { origin: allowed };
    const answers = [
      await open.request('/api/v1/spaces', { headers }),
      await open.request('/api/v1/spaces', { headers: { ...headers, 'if-none-match': '*' } }),
      await open.request('/api/v1/spaces', { headers, token: false }),
      await open.request('/api/v1/spaces?limit=0', { headers }),
      await open.request('/api/v1/nothing', { headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 401, 400, 404]);
    for (const answer of answers) {
      expect(answer.headers['access-control-allow-origin']).toBe(allowed);
      expect(String(answer.headers['access-control-expose-headers']).split(',').sort()).toEqual([...exposed].sort());
      expect(String(answer.headers['vary']).split(', ')).toEqual(expect.arrayContaining(['Origin', 'Accept-Encoding']));
    }
  });

  it.each([
    'https://evil.example',
    'http://app.example.org',
    'https://app.example.org:444',
    'https://app.example.org.evil.example',
    'null',
  ])('HTTP-6: the origin %s, which nobody named, is not allowed', async (origin) => {
    for (const answer of [
      await open.request('/api/v1/spaces', { headers: { origin } }),
      await preflight(open, '/api/v1/spaces', origin),
    ]) {
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      // A cache must not hand the answer for one origin to another.
      expect(String(answer.headers['vary'])).toContain('Origin');
    }
  });
});
