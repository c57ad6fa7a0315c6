import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { objectOf } from '@resource-catalogue/testing/json';
import { readPage } from '../support/list-page.js';
import { type Instance, startInstance, startTestService, type TestService } from '../support/service.js';
import { expectProblem } from './support/problems.js';
import { exchange, headerOf } from './support/raw-client.js';

const list = '/api/v1/bookings?limit=1';
const forwarded = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'public.example',
  'x-forwarded-for': '192.0.2.7',
};

/** What the answer's links begin with, in the body, in the header and in the type of a problem alike. */
async function baseOf(service: Instance, headers: Record<string, string> = {}): Promise<string> {
  const answer = await service.request(list, { headers });
  const { links } = readPage(answer);
  const base = links.first.slice(0, -list.length);
  expect(links.first).toBe(`${base}${list}`);
  expect(links.next?.startsWith(`${base}${list}&cursor=`)).toBe(true);
  expect(answer.headers['link']).toBe(`<${links.first}>; rel="first", <${String(links.next)}>; rel="next"`);
  const problem = expectProblem(await service.request('/api/v1/nothing', { headers }), 'not_found');
  expect(problem['type']).toBe(`${base}/problems/not_found`);
  const document = objectOf((await service.request('/openapi.json', { headers })).json());
  expect(document['servers']).toEqual([{ url: base }]);
  return base;
}

describe('the base URL', () => {
  let service: TestService;
  let published: Instance;
  let behindOne: Instance;
  let behindNamed: Instance;

  beforeAll(async () => {
    service = await startTestService('embedded');
    const another = (configuration: Parameters<typeof startInstance>[2]) =>
      startInstance(service.database, service.token, configuration);
    published = await another({ publicUrl: 'https://example.org/catalogue', trustProxy: 1 });
    behindOne = await another({ trustProxy: 1 });
    behindNamed = await another({ trustProxy: ['10.0.0.0/8'] });
  });
  afterAll(async () => {
    for (const instance of [published, behindOne, behindNamed, service]) await instance.close();
  });

  it('LIST-4: is the operator’s PUBLIC_URL, path prefix included, whatever the request says', async () => {
    expect(await baseOf(published)).toBe('https://example.org/catalogue');
    expect(await baseOf(published, { host: 'evil.example', ...forwarded })).toBe('https://example.org/catalogue');
  });

  it('LIST-4: is what the request was sent to, else', async () => {
    expect(await baseOf(service)).toBe(service.url);
    expect(await baseOf(service, { host: 'catalogue.test:8080' })).toBe('http://catalogue.test:8080');
    expect(await baseOf(service, { host: '[::1]:8080' })).toBe('http://[::1]:8080');
  });

  it('LIST-4: X-Forwarded-* count from a trusted proxy only', async () => {
    expect(await baseOf(behindOne, forwarded)).toBe('https://public.example');
    expect(await baseOf(service, forwarded)).toBe(service.url);
    expect(await baseOf(behindNamed, forwarded)).toBe(behindNamed.url);
  });

  it.each([
    ['a protocol of its own', { 'x-forwarded-proto': 'javascript' }],
    ['a protocol that ends the link', { 'x-forwarded-proto': 'https://evil.example/>; rel="x' }],
    ['no protocol', { 'x-forwarded-proto': '' }],
    ['a host that ends the link', { 'x-forwarded-host': 'evil.example/>; rel="next"' }],
    ['a host with a user', { 'x-forwarded-host': 'user@evil.example' }],
    ['an address that is none', { 'x-forwarded-for': 'x'.repeat(2000) }],
  ])('a trusted proxy that passes on %s does no harm', async (_, headers) => {
    expect(await baseOf(behindOne, headers)).toBe(behindOne.url);
  });

  it.each([
    'evil.example/path',
    'evil.example>; rel="next"',
    'evil"example',
    "evil'example",
    '<script>alert(1)</script>',
    'user:password@evil.example',
    'evil.example:99999',
    'evil.example:80:80',
    'evil example',
    'evil.example\\@x',
    '%0d%0aX-Evil:1',
    '..',
    '[::1',
    '\u00ff\u00fe',
    '-',
    '300.300.300.300',
    '',
  ])('a Host of %j never gets into a header or a body as it is', async (host) => {
    const answers = await Promise.all(
      [list, '/api/v1/nothing', '/openapi.json', '/'].map(async (path) => {
        const lines = [`GET ${path} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${service.token}`, '', ''];
        const { answers: all } = await exchange(service.port, lines.join('\r\n'));
        return all[0];
      }),
    );
    const harmless = /^[\w.-]*$/.test(host) && host !== '';
    for (const answer of answers) {
      if (!answer) throw new Error('There was no answer.');
      expect([200, 400, 404]).toContain(answer.status);
      const link = headerOf(answer, 'Link');
      if (link !== undefined)
        expect(link).toMatch(/^<http:\/\/[\w.:[\]-]+\/api\/v1\/[^<>"]*>; rel="first"(, <[^<>"]*>; rel="next")?$/);
      if (!harmless) expect(`${link} ${answer.body.toString('latin1')}`).not.toContain(`//${host === '' ? '/' : host}`);
    }
  });

  it('LIST-4: stands for HTTP/1.0 without a Host too', async () => {
    const bytes = `GET ${list} HTTP/1.0\r\nAuthorization: Bearer ${service.token}\r\n\r\n`;
    const { answers } = await exchange(service.port, bytes);
    expect(answers[0] && headerOf(answers[0], 'Link')).toContain(`<${service.url}${list}>; rel="first"`);
  });
});
