import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { problemCodes } from '@resource-catalogue/contracts';
import { asObject } from '@resource-catalogue/testing/json';
import { homePage } from '../../src/pages/html-pages.js';
import { startTestService, type TestService } from '../support/service.js';
import { expectProblem } from './support/problems.js';

/** Every URL that a page's HTML loads or links to. */
const addressesIn = (html: string): string[] =>
  [...html.matchAll(/\b(?:src|href|action|data|poster|srcset)="([^"]*)"/g)].flatMap(([, value]) => value ?? []);

const brandOf = (html: string): string => /class="brand" href="([^"]*)"/.exec(html)?.[1] ?? '';

it('IMAGE_HOSTS and PUBLIC_SPACES: the page may load pictures from these hosts only, and shows published spaces', async () => {
  const imageHosts = ['https://img.example.org', 'https://b.example:8443'];
  const service = await startTestService({ imageHosts, publicSpaces: true });
  const { text, headers } = await service.request('/', { token: false });
  expect(headers['content-security-policy']).toContain(`; img-src 'self' ${imageHosts.join(' ')}; `);
  expect(text).toContain(`data-images="${imageHosts.join(' ')}"`);
  expect(text).toContain('<bdi>Harbour Campus</bdi>');
  const others = await service.request('/problems', { token: false });
  expect(others.headers['content-security-policy']).not.toContain('example');
  await service.close();
});

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('the pages of the service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  const page = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    service.request(path, { token: false, headers });

  it.each(['/', '/board', '/docs', '/problems', '/problems/not_found'])(
    'VER-1: %s is a page that needs no token and loads nothing from other hosts',
    async (path) => {
      const { status, headers, text } = await page(path);
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(text).toMatch(/^<!doctype html><html lang="en"><head><meta charset="utf-8">.*<title>[^<]+<\/title>/s);
      expect(text).not.toMatch(/@import|url\(|<iframe|<base|<script(?![^>]*\bsrc=)|\son[a-z]+=/);
      for (const address of addressesIn(text)) {
        expect(address).not.toMatch(/^([a-z]+:|\/)/i);
        const { pathname } = new URL(address, `${service.url}${path}`);
        expect([pathname, (await page(pathname)).status]).toEqual([pathname, 200]);
      }
      const policy = String(headers['content-security-policy']);
      for (const part of ["default-src 'none';", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(part);
      expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect(new URL(brandOf(text), `${service.url}${path}`).href).toBe(`${service.url}/`);
    },
  );

  it('VER-1: the explorer runs only scripts and styles of the service, and only its own files are served', async () => {
    expect((await page('/')).text).not.toMatch(/<style|\sstyle=/);
    for (const path of ['/', '/explorer/explorer.js', '/explorer/icon.svg']) {
      const policy = String((await page(path)).headers['content-security-policy']);
      for (const part of ["connect-src 'self'", "form-action 'none'"]) expect(policy).toContain(part);
      expect(policy).not.toContain('unsafe');
    }
    expect((await page('/docs/start.js')).text).toContain('"url":"openapi.json"');
    const others = ['/', '/package.json', '/index.html', '/../package.json', '/%2e%2e/package.json'];
    for (const path of others.flatMap((other) => [`/docs${other}`, `/explorer${other}`]))
      expectProblem(await page(path), 'not_found');
  });

  it('the demo pictures are served, but no other files in their directory', async () => {
    const { status, headers, text } = await page('/explorer/pictures/laser-cutter.svg');
    expect([status, headers['content-type'], text.slice(0, 4)]).toEqual([200, 'image/svg+xml', '<svg']);
    for (const name of ['none.svg', '..%2Fexplorer.js', '__proto__'])
      expectProblem(await page(`/explorer/pictures/${name}`), 'not_found');
  });

  it('the home page shows how to run commands, and passes it to the explorer', async () => {
    const names = (html: string) =>
      [/data-catalogue="(.*?)"/, />(.*?) tokens create/].map((one) => one.exec(html)?.[1]);
    expect(names((await page('/')).text)).toEqual(['resource-catalogue', 'resource-catalogue']);
    expect(names(homePage('http://a', [], { command: 'npm run "b" --' }))).toEqual(
      Array(2).fill('npm run &quot;b&quot; --'),
    );
  });

  it('LIST-4: the home page and the document use the host of the request, even after many other hosts', async () => {
    for (const host of [...Array.from({ length: 9 }, (_, index) => `host-${index}`), 'host-0']) {
      expect((await page('/', { host })).text.match(/'http:[^']*'/g)).toEqual([
        `'http://${host}/api/v1/spaces?limit=5'`,
        `'http://${host}/api/v1/projects?filters[updated_at][gte]=2026-01-01&amp;sort=-updated_at'`,
      ]);
      const document = asObject((await page('/openapi.json', { host })).json());
      expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: `http://${host}` }] });
    }
  });

  it.each(Object.entries(problemCodes))('ERR-2: the page of %s explains it', async (code, problem) => {
    const { text } = await page(`/problems/${code}`);
    const read = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"');
    for (const part of [code, problem.title, String(problem.status), ...problem.explanation.split(/(?<=\. )/)])
      expect(read).toContain(part.trim());
  });

  it.each(['nothing', '__proto__', '%3Cscript%3E', 'NOT_FOUND'])('ERR-2: /problems/%s is not found', async (code) => {
    expectProblem(await page(`/problems/${code}`), 'not_found');
  });

  it.each(['/nothing', '/problems/nothing', '/docs/', '/a//b/%3Cscript%3E', `/${'x/'.repeat(40)}`])(
    'a browser gets a page with a link home for an unknown path: %s',
    async (path) => {
      const { status, headers, text } = await page(path, browser);
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Accept-Encoding' });
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self';/,
      );
      expect(text).toContain('<main');
      expect(text).not.toMatch(/script|style=/i);
      const home = new URL(brandOf(text), `${service.url}/prefix${path}`).pathname;
      expect(home).toBe(path.length < 60 ? '/prefix/' : '/prefix/x/x/x/x/x/x/x/x/');
    },
  );

  it.each([
    ['/nothing', 'application/json, text/html'],
    ['/nothing', '*/*'],
    ['/nothing', 'text/html;q=0.5, */*'],
    ['/nothing', ''],
    ['/api/v1/nothing', browser.accept],
  ])('ERR-2: %s is a problem document for a program that accepts "%s"', async (path, accept) => {
    const { headers, text } = await service.request(path, { headers: { accept } });
    expect([headers['content-type'], asObject(JSON.parse(text))['code']]).toEqual([
      'application/problem+json',
      'not_found',
    ]);
  });

  it.each([
    ['/', 'text/html; charset=utf-8', 'gzip'],
    ['/docs', 'text/html; charset=utf-8', 'br'],
    ['/problems/not_found', 'text/html; charset=utf-8', 'br'],
    ['/openapi.json', 'application/json', 'br'],
    ['/docs/viewer.js', 'text/javascript; charset=utf-8', 'gzip'],
    ['/explorer/explorer.js', 'text/javascript; charset=utf-8', 'br'],
    ['/explorer/chunk.js', 'text/javascript; charset=utf-8', 'br'],
    ['/explorer/explorer.css', 'text/css; charset=utf-8', 'gzip'],
  ] as const)('HTTP-2, HTTP-5: %s has a tag and is compressed', async (path, type, coding) => {
    const plain = await page(path);
    const etag = String(plain.headers['etag']);
    const headers = { etag, 'cache-control': 'no-cache', vary: 'Accept-Encoding' };
    expect(plain.headers).toMatchObject({ ...headers, 'content-type': type });
    const coded = await page(path, { 'accept-encoding': coding });
    const isLong = plain.body.length > 1024;
    expect([coded.headers['etag'], coded.headers['content-encoding']]).toEqual([etag, isLong ? coding : undefined]);
    const again = await page(path, { 'if-none-match': `"other", W/${etag}` });
    expect(again).toMatchObject({ status: 304, text: '', headers });
  });
});
