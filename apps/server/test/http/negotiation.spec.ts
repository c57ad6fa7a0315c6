import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ReadOnlyService, readOnlyService } from '../support/read-only/read-only-service.js';
import { expectProblem } from './support/problems.js';

const large = '/api/v1/machines?limit=20';
const small = '/api/v1/spaces/00000000-0000-7000-8000-000000000000';

const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const;

describe('content negotiation', () => {
  let service: ReadOnlyService;
  beforeAll(async () => {
    service = await readOnlyService('embedded');
  });
  afterAll(() => service.close());

  it.each([
    undefined,
    '',
    '*/*',
    'application/*',
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/problem+json',
    'application/vnd.example+json',
    'text/html, application/json;q=0.1',
    'text/html, */*;q=0.01',
    'application/xml;q=0, */*',
  ])('HTTP-4: Accept %j is answered with JSON', async (accept) => {
    const answer = await service.request(large, { headers: accept === undefined ? {} : { accept } });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json']);
  });

  it.each(['text/html', 'image/*', 'application/xml, text/*', 'application/json;q=0', '*/*;q=0', 'application/jsonp'])(
    'HTTP-4: Accept %j excludes JSON: 406, in JSON all the same',
    async (accept) => {
      expectProblem(await service.request(large, { headers: { accept } }), 'not_acceptable');
    },
  );

  it('HTTP-4: pages have media types of their own', async () => {
    for (const path of ['/', '/docs', '/problems/not_found', '/health/live']) {
      expect((await service.request(path, { headers: { accept: 'text/html' } })).status).toBe(200);
      expect((await service.request(path, { headers: { accept: 'application/json' } })).status).toBe(200);
    }
  });

  it.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'gzip'],
    ['gzip;q=0.5, br', 'br'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, gzip;q=0.1, identity;q=0', 'gzip'],
  ] as const)('HTTP-5: Accept-Encoding %j above 1 KiB: %s, of the very same bytes', async (accepted, coding) => {
    for (const path of [large, '/openapi.json', '/docs/viewer.js']) {
      const plain = await service.request(path);
      expect(plain.body.length).toBeGreaterThan(1024);
      const coded = await service.request(path, { headers: { 'accept-encoding': accepted } });
      expect(coded.headers['content-encoding']).toBe(coding);
      expect(coded.headers['vary']).toContain('Accept-Encoding');
      expect(coded.body.length).toBeLessThan(plain.body.length);
      expect(decoders[coding](coded.body).equals(plain.body)).toBe(true);
    }
  });

  it.each([undefined, '', 'identity', 'deflate', 'zstd', 'gzip;q=0, br;q=0', '*;q=0', 'identity, gzip;q=0.5'])(
    'HTTP-5: Accept-Encoding %j: not compressed',
    async (accepted) => {
      const answer = await service.request(large, {
        headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
      });
      expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined]);
      expect(() => answer.json()).not.toThrow();
    },
  );

  it('HTTP-5: up to 1 KiB nothing is compressed, though the answer varies with what is accepted', async () => {
    const answer = await service.request(small, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(answer.body.length).toBeLessThanOrEqual(1024);
    expect([answer.headers['content-encoding'], answer.headers['vary']]).toEqual([undefined, 'Accept-Encoding']);
  });
});
