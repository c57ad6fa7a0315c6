import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections, problemCodes } from '@resource-catalogue/contracts';
import { arrayOf, objectOf } from '@resource-catalogue/testing/json';
import { type ReadOnlyService, readOnlyService } from '../support/read-only/read-only-service.js';
import { expectProblem } from './support/problems.js';

/** Every address that a page loads or leads to, as written in its HTML. */
const addressesIn = (html: string): string[] =>
  [...html.matchAll(/\b(?:src|href|action|data|poster|srcset|content)="([^"]*)"/g)].flatMap(([, value]) => value ?? []);

describe('the pages of the service', () => {
  let service: ReadOnlyService;
  beforeAll(async () => {
    service = await readOnlyService('embedded');
  });
  afterAll(() => service.close());

  const page = (path: string) => service.request(path, { token: false });

  const problemPaths = Object.keys(problemCodes).map((code) => `/problems/${code}`);

  it.each(['/', '/docs', ...problemPaths])(
    'VER-1: %s is a page that needs no token and loads nothing from elsewhere',
    async (path) => {
      const { status, headers, text } = await page(path);
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(text).toMatch(/^<!doctype html><html lang="en"><head><meta charset="utf-8">.*<title>[^<]+<\/title>/s);
      expect(text).not.toMatch(/@import|url\(|<iframe|<base/);
      for (const address of addressesIn(text)) expect(address).not.toMatch(/^([a-z]+:|\/)/i);
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none';/);
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
      expect(headers['x-content-type-options']).toBe('nosniff');
    },
  );

  it('VER-1: what a page leads to is there', async () => {
    for (const path of ['/', '/docs', '/problems/not_found']) {
      for (const address of addressesIn((await page(path)).text)) {
        if (address === 'width=device-width') continue;
        const { pathname } = new URL(address, `${service.url}${path}`);
        expect([pathname, (await page(pathname)).status]).toEqual([pathname, 200]);
      }
    }
  });

  it('VER-1: the reference starts with scripts of the service alone, on its own document', async () => {
    const { text } = await page('/docs');
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|\son[a-z]+=/);
    expect((await page('/docs/start.js')).text).toContain('"url":"openapi.json"');
    const types = ['start.js', 'viewer.js', 'icon.svg'].map(
      async (name) => (await page(`/docs/${name}`)).headers['content-type'],
    );
    const script = 'text/javascript; charset=utf-8';
    expect(await Promise.all(types)).toEqual([script, script, 'image/svg+xml']);
    for (const path of [
      '/docs/index.html',
      '/docs/viewer-LICENSE',
      '/docs/../package.json',
      '/docs/%2e%2e/package.json',
    ]) {
      expectProblem(await page(path), 'not_found');
    }
  });

  it('VER-1: the first page says without scripts what every collection holds, as the OpenAPI document does', async () => {
    const { text } = await page('/');
    const { tags } = objectOf((await service.request('/openapi.json', { token: false })).json());
    const described = arrayOf(tags).map((tag) => [objectOf(tag)['name'], objectOf(tag)['description']]);
    expect(described.map(([name]) => name)).toEqual(collections.map(({ name }) => name));
    for (const [name, description] of described)
      expect(text).toContain(`>${String(name)}</a><span>${String(description)}</span>`);
  });

  it('LIST-4: the first page has commands for the host that was asked, however many were', async () => {
    const tags = new Set<unknown>();
    for (const host of [...Array.from({ length: 12 }, (_, index) => `host-${index}`), 'host-0']) {
      const { text, headers } = await service.request('/', { token: false, headers: { host } });
      expect(text.match(/'http:[^']*'/g)).toEqual([
        `'http://${host}/api/v1/spaces?limit=5'`,
        `'http://${host}/api/v1/projects?filters[updated_at][gte]=2026-01-01&amp;sort=-updated_at'`,
      ]);
      tags.add(headers['etag']);
    }
    expect(tags.size).toBe(12);
  });

  it('VER-1: the explorer runs scripts and styles of the service alone, and no others of its files are served', async () => {
    const { text, headers } = await page('/');
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\s(?:on[a-z]+|style)=/);
    for (const path of ['/', '/explorer/explorer.js', '/explorer/icon.svg']) {
      const policy = String((await page(path)).headers['content-security-policy']);
      expect(policy).toContain("connect-src 'self'");
      expect(policy).not.toContain('unsafe');
    }
    expect(headers['content-security-policy']).toContain("form-action 'none'");
    for (const path of ['/explorer', '/explorer/', '/explorer/package.json', '/explorer/%2e%2e/package.json']) {
      expectProblem(await page(path), 'not_found');
    }
  });

  it.each(Object.entries(problemCodes))(
    'ERR-2: /problems/%s says what it means and what to do',
    async (code, { title, status, explanation }) => {
      const { text } = await page(`/problems/${code}`);
      const read = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"');
      const sentences = explanation.split(/(?<=\.) /);
      for (const part of [code, title, String(status), ...sentences]) expect(read).toContain(part);
      expect(text).not.toContain('<p></p>');
    },
  );

  it.each(['nothing', 'toString', '__proto__', '%3Cscript%3E', 'NOT_FOUND', 'not_found%20'])(
    'ERR-2: /problems/%s, which is no code, is not found',
    async (code) => {
      const answer = await page(`/problems/${code}`);
      expectProblem(answer, 'not_found');
      expect(answer.headers['content-security-policy']).toBeUndefined();
    },
  );

  it.each([
    ...['/', '/docs', '/openapi.json', '/problems/not_found', '/docs/start.js'],
    ...['/docs/viewer.js', '/docs/icon.svg'],
    ...['/explorer/explorer.js', '/explorer/explorer.css', '/explorer/icon.svg'],
  ])('HTTP-2, HTTP-3, HTTP-5: %s is sent once, and then asked about', async (path) => {
    const plain = await page(path);
    const etag = String(plain.headers['etag']);
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(plain.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
    for (const [coding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const asked = { token: false, headers: { 'accept-encoding': coding } } as const;
      const coded = await service.request(path, asked);
      const small = plain.body.length <= 1024;
      expect(coded.headers).toMatchObject({ etag, ...(!small && { 'content-encoding': coding }) });
      // To compare millions of bytes one by one takes seconds.
      expect((small ? coded.body : decode(coded.body)).equals(plain.body)).toBe(true);
      const head = await service.request(path, { ...asked, method: 'HEAD' });
      const { date: _, 'x-request-id': __, ...headers } = coded.headers;
      expect([head.status, head.body.length, head.headers]).toEqual([200, 0, expect.objectContaining(headers)]);
    }
    const again = await service.request(path, { token: false, headers: { 'if-none-match': `"other", W/${etag}` } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers).toMatchObject({ etag, 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
  });

  it('LIST-4: /openapi.json is of the host that was asked, however many were', async () => {
    const tags = new Set<unknown>();
    for (const host of [...Array.from({ length: 12 }, (_, index) => `host-${index}`), 'host-0']) {
      const answer = await service.request('/openapi.json', { token: false, headers: { host } });
      expect(objectOf(answer.json())).toMatchObject({ servers: [{ url: `http://${host}` }] });
      tags.add(answer.headers['etag']);
    }
    expect(tags.size).toBe(12);
  });

  it('VER-1: the pages of /health are not cached, and tell of each part', async () => {
    const ok = { ok: true };
    const ready = { status: 'ready', checks: { service: ok, database: ok, migrations: ok } };
    for (const [path, body] of [
      ['/health/live', { status: 'live' }],
      ['/health/ready', ready],
      ['/health/checks', ready],
    ] as const) {
      const { status, headers, text } = await page(path);
      expect([status, headers['cache-control'], JSON.parse(text)]).toEqual([200, 'no-store', body]);
    }
  });

  it('VER-1: /openapi.json is the document of this very service', async () => {
    const answer = await page('/openapi.json');
    expect(answer.headers['content-type']).toBe('application/json');
    expect(objectOf(answer.json())).toMatchObject({ openapi: '3.1.0', servers: [{ url: service.url }] });
  });
});
