import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asObject, asText, valuesAt } from '@resource-catalogue/testing/json';
import { type Instance, startInstance, startTestService, type TestService } from '../support/service.js';
import { expectProblem } from './support/problems.js';

const list = '/api/v1/bookings?limit=1';
const allowed = 'https://app.example.org';

let service: TestService;
/** Behind one proxy, with a public URL. */
let published: Instance;
/** Behind one proxy, with allowed origins. */
let behindOne: Instance;
let behindNamed: Instance;
beforeAll(async () => {
  service = await startTestService();
  const another = (configuration: Parameters<typeof startInstance>[2]) =>
    startInstance(service.database, service.token, configuration);
  published = await another({ publicUrl: 'https://example.org/catalogue', trustProxy: 1 });
  behindOne = await another({ trustProxy: 1, corsOrigins: ['https://other.example', allowed] });
  behindNamed = await another({ trustProxy: ['10.0.0.0/8'] });
});
afterAll(async () => {
  for (const instance of [published, behindOne, behindNamed, service]) await instance.close();
});

describe('the base URL', () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'public.example' };

  /** The base URL of the links in bodies and headers and of problem types. */
  async function baseOf(instance: Instance, headers: Record<string, string> = {}): Promise<string> {
    const response = await instance.request(list, { headers });
    const [first, next] = ['first', 'next'].map((name) => asText(valuesAt(response.json(), `links.${name}`)[0]));
    const base = first?.slice(0, -list.length) ?? '';
    expect(first).toBe(`${base}${list}`);
    expect(next?.startsWith(`${base}${list}&cursor=`)).toBe(true);
    expect(response.headers['link']).toBe(`<${first}>; rel="first", <${next}>; rel="next"`);
    const problem = expectProblem(await instance.request('/api/v1/nothing', { headers }), 'not_found');
    expect(problem['type']).toBe(`${base}/problems/not_found`);
    const document = asObject((await instance.request('/openapi.json', { headers })).json());
    expect(document['servers']).toEqual([{ url: base }]);
    return base;
  }

  it('LIST-4: the base URL is PUBLIC_URL with its path, or by default the host of the request', async () => {
    expect(await baseOf(published, { host: 'evil.example', ...forwarded })).toBe('https://example.org/catalogue');
    expect(await baseOf(service)).toBe(service.url);
    for (const host of ['catalogue.test:8080', '[::1]:8080'])
      expect(await baseOf(service, { host })).toBe(`http://${host}`);
  });

  it('LIST-4: X-Forwarded-* count only from a trusted proxy', async () => {
    for (const protocol of ['https', 'HTTPS'])
      expect(await baseOf(behindOne, { ...forwarded, 'x-forwarded-proto': protocol })).toBe('https://public.example');
    for (const instance of [service, behindNamed]) expect(await baseOf(instance, forwarded)).toBe(instance.url);
  });

  it.each([
    ['an unknown protocol', { 'x-forwarded-proto': 'javascript' }],
    ['a protocol that ends the link', { 'x-forwarded-proto': 'https://evil.example/>; rel="x' }],
    ['a host that ends the link', { 'x-forwarded-host': 'evil.example/>; rel="next"' }],
    ['a host with a user', { 'x-forwarded-host': 'user@evil.example' }],
    ['an invalid port', { 'x-forwarded-host': 'evil.example:99999' }],
    ['half an address', { 'x-forwarded-host': '[::1' }],
    ['an invalid address of the client', { 'x-forwarded-for': 'x'.repeat(2000) }],
  ])('LIST-4: a trusted proxy that forwards %s does not change the links', async (_, headers) => {
    const response = await behindOne.request(list, { headers });
    expect(valuesAt(response.json(), 'links.first')).toEqual([`${behindOne.url}${list}`]);
  });
});

describe('cross-origin requests', () => {
  const preflight = (instance: Instance, origin: string) => {
    const headers = {
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization,x-request-id',
    };
    return instance.request('/api/v1/projects', { method: 'OPTIONS', token: false, headers: { origin, ...headers } });
  };
  it('HTTP-6: cross-origin requests are off unless origins are configured', async () => {
    const response = await service.request('/api/v1/spaces', { headers: { origin: allowed } });
    for (const { headers } of [response, await preflight(service, allowed)]) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(String(headers['vary'])).not.toContain('Origin');
    }
  });

  it('HTTP-6: a preflight of a configured origin needs no token and allows the methods and headers of the API', async () => {
    const { status, headers } = await preflight(behindOne, allowed);
    expect([status, headers]).toMatchObject([
      204,
      {
        'access-control-allow-origin': allowed,
        'access-control-allow-methods': 'GET,HEAD,POST,PATCH',
        'access-control-allow-headers': 'authorization,x-request-id',
        vary: expect.stringMatching(/\bOrigin\b/),
      },
    ]);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it.each([
    [200, '/api/v1/spaces', {}],
    [304, '/api/v1/spaces', { 'if-none-match': '*' }],
    [401, '/api/v1/spaces', { authorization: 'Basic a' }],
    [404, '/api/v1/nothing', {}],
  ])('HTTP-6: a configured origin can read a %d and its headers', async (status, path, more) => {
    const response = await behindOne.request(path, { headers: { origin: allowed, ...more } });
    expect([response.status, response.headers['access-control-allow-origin']]).toEqual([status, allowed]);
    expect(String(response.headers['access-control-expose-headers']).split(',').sort()).toEqual([
      ...['Deprecation', 'ETag', 'Link', 'Location', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'Sunset'],
      ...['WWW-Authenticate', 'X-Request-Id'],
    ]);
    expect(String(response.headers['vary']).split(', ')).toEqual(expect.arrayContaining(['Origin', 'Accept-Encoding']));
  });

  it.each(['https://evil.example', 'http://app.example.org', 'https://app.example.org.evil.example', 'null'])(
    'HTTP-6: the origin %s, which is not configured, is not allowed',
    async (origin) => {
      const response = await behindOne.request('/api/v1/spaces', { headers: { origin } });
      for (const { headers } of [response, await preflight(behindOne, origin)]) {
        expect(headers['access-control-allow-origin']).toBeUndefined();
        // A cache must not reuse the response for one origin for another.
        expect(String(headers['vary'])).toContain('Origin');
      }
    },
  );
});
