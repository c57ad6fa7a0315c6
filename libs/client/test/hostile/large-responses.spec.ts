import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { bookings, createPlainTransport, defaultLimits, listPage } from '../../src/index.js';
import { pageResponse } from '../../src/testing/mock-fetch.js';
import { errorOf, mockedClient, watchedClient } from '../support/make-client.js';
import { scriptedServer } from '../support/scripted-server.js';

const mebibyte = 1024 * 1024;
const chunk = Buffer.alloc(64 * 1024, ' ');
const body = await pageResponse([{ id: 'b1' }]).text();

describe('maxResponseBytes (PAGE-5)', () => {
  it('stops reading a body while it arrives, and does not retry', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull: (stream) => {
        sent += chunk.length;
        stream.enqueue(chunk);
      },
    });
    const { client, requests } = mockedClient([new Response(endless)], { maxResponseBytes: mebibyte });
    const message = `GET https://catalogue.example.org/api/v1/bookings returned more than ${mebibyte} bytes`;
    expect(await errorOf(client.bookings.list())).toMatchObject({
      kind: 'too_large',
      status: 200,
      attempts: 1,
      message,
    });
    expect(requests).toHaveLength(1);
    expect(sent).toBeLessThan(2 * mebibyte);
  });

  it('counts decompressed bytes', async () => {
    const zipped = gzipSync(body.padEnd(mebibyte));
    const { baseUrl } = await scriptedServer((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(zipped),
    );
    const { client } = watchedClient({ baseUrl, maxResponseBytes: 2 * zipped.length });
    expect(await errorOf(client.bookings.list())).toMatchObject({ kind: 'too_large' });
  });

  it('is 20 MiB by default, also without retries, and applies to Content-Length', async () => {
    const headers = { 'content-length': String(defaultLimits.maxResponseBytes + 1) };
    const fetch = () => Promise.resolve(new Response(body, { headers }));
    const transport = createPlainTransport({ baseUrl: 'https://catalogue.example.org', token: 't', fetch });
    expect(await errorOf(listPage(transport, bookings))).toMatchObject({ kind: 'too_large' });
  });

  it('is exact, and can be set per call', async () => {
    const padded = () => new Response(body.padEnd(1000));
    const { client } = mockedClient([padded(), padded(), pageResponse([{ id: 'b2' }])]);
    expect((await client.bookings.list({}, { maxResponseBytes: 1000 })).data).toEqual([{ id: 'b1' }]);
    expect(await errorOf(client.bookings.list({}, { maxResponseBytes: 999 }))).toMatchObject({ kind: 'too_large' });
    expect((await client.bookings.list()).data).toEqual([{ id: 'b2' }]);
  });
});

describe('a body', () => {
  it('is decoded correctly if its characters are split between chunks', async () => {
    const text = await pageResponse([{ id: '\ufeffgrün 🪚' }]).text();
    const bytes = [...Buffer.from(`\ufeff${text}`)].map((byte) => Uint8Array.of(byte));
    const { client } = mockedClient([new Response(ReadableStream.from(bytes))]);
    expect((await client.bookings.list()).data).toEqual([{ id: '\ufeffgrün 🪚' }]);
  });

  it('is no longer read once the caller aborts, even if fetch ignores the signal', async () => {
    const controller = new AbortController();
    const canceled = new Promise<void>((resolve) => {
      // Stays silent after the abort, so that a read remains pending.
      const pull = () => controller.abort(new Error('enough'));
      const silent = new ReadableStream({ pull, cancel: () => resolve() }, { highWaterMark: 0 });
      const { client } = mockedClient([new Response(silent)]);
      client.bookings.list({}, { signal: controller.signal }).catch(() => undefined);
    });
    await expect(canceled).resolves.toBeUndefined();
  });
});
