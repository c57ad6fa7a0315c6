import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections, problemCodes } from '@resource-catalogue/contracts';
import { ask, jsonOf, list, type Reply } from '../../test/ask.js';
import { isObject, objectIn } from '../json.js';
import { type ReferenceServer, startReferenceServer } from '../start.js';
import { exposedHeaders } from './answers.js';

// What the conformance suite cannot see: it checks everything else (apps/conformance/mutants/harness/soundness.spec.ts).

describe('the reference server over HTTP', () => {
  let server: ReferenceServer;
  beforeAll(async () => {
    server = await startReferenceServer({
      size: 'poor',
      basePath: '/catalogue',
      origins: ['https://app.example.org'],
    });
  });
  afterAll(() => server.close());

  it('HTTP-9: ends the connection behind an upgrade, so that no answer is to another request', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
    socket.write(get('/r1', 'Connection: Upgrade\r\nUpgrade: h2c\r\n') + get('/r2'));
    expect((await text(socket)).match(/^(HTTP\/1|connection: ).*(?=\r)/gim)).toEqual([
      'HTTP/1.1 404 Not Found',
      'Connection: close',
    ]);
  });

  it('describes every operation, and has a page for every code (ERR-2)', async () => {
    const document = jsonOf(await ask(server, '/openapi.json', { token: null }));
    const described = Object.entries(objectIn(document, 'paths')).flatMap(([path, methods]) =>
      isObject(methods) ? Object.keys(methods).map((method) => `${method} ${path}`) : [],
    );
    const served = collections.flatMap(({ name, get }) => [
      `get /api/v1/${name}`,
      ...(get ? [`get /api/v1/${name}/{id}`] : []),
    ]);
    expect(described.sort()).toEqual([...served, 'post /api/v1/projects', 'patch /api/v1/projects/{id}'].sort());
    for (const code of Object.keys(problemCodes))
      expect((await ask(server, `/problems/${code}`, { token: null })).status).toBe(200);
  });

  it('HTTP-6: tells named origins what they may see, and others nothing', async () => {
    const asked = async (origin: string): Promise<Reply> => list(server, 'plans', '', { headers: { origin } });
    const { headers } = await asked('https://app.example.org');
    expect(headers['access-control-expose-headers']).toBe(exposedHeaders.join(', '));
    expect((await asked('https://other.example')).headers['access-control-allow-origin']).toBeUndefined();
  });
});
