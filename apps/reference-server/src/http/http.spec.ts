import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { problemCodes } from '@resource-catalogue/contracts';
import { sendRequest } from '../../test/send-request.js';
import { type ReferenceServer, startReferenceServer } from '../start.js';
import { exposedHeaders } from './responses.js';

// Only behaviour that the conformance suite cannot observe; it runs in apps/conformance/mutants/harness/soundness.spec.ts.

describe('the reference server over HTTP', () => {
  let server: ReferenceServer;
  beforeAll(async () => {
    server = await startReferenceServer({ size: 'poor', basePath: '/catalogue', origins: ['https://app.example.org'] });
  });
  afterAll(() => server.close());

  it('HTTP-9: the connection closes after a request for an upgrade', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
    socket.write(get('/r1', 'Connection: Upgrade\r\nUpgrade: h2c\r\n') + get('/r2'));
    expect((await text(socket)).match(/^(HTTP\/1|connection: ).*(?=\r)/gim)).toEqual([
      'HTTP/1.1 404 Not Found',
      'Connection: close',
    ]);
  });

  it('ERR-2: every problem code has a page', async () => {
    for (const code of Object.keys(problemCodes))
      expect((await fetch(`${server.url}/problems/${code}`)).status).toBe(200);
  });

  it('HTTP-6: only the configured origins may read responses', async () => {
    const headersFor = async (origin: string) =>
      (await sendRequest(server, '/api/v1/plans', { headers: { origin } })).headers;
    const { 'access-control-expose-headers': exposed } = await headersFor('https://app.example.org');
    expect(exposed).toBe(exposedHeaders.join(', '));
    expect(await headersFor('https://other.example')).not.toHaveProperty('access-control-allow-origin');
  });
});
