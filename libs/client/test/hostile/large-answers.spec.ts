import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { bookings, createPlainTransport, defaultLimits, listPage } from '../../src/index.js';
import { errorOf, mockedClient, watchedClient } from '../support/make-client.js';
import { type Answerer, listBody, page, scriptedServer } from '../support/scripted-server.js';

const mebibyte = 1024 * 1024;
const chunk = Buffer.alloc(64 * 1024, ' ');
const beyondDefault = Buffer.alloc(defaultLimits.maxResponseBytes + 1, ' ');

/** A body that is too long by far, and counts the bytes that were sent. */
class LongBody {
  sent = 0;

  readonly answer: Answerer = async (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    while (!response.destroyed && this.sent < 64 * mebibyte) {
      this.sent += chunk.length;
      if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
    response.end();
  };
}

/** Sends a page that is made longer by white space. */
const padded =
  (bytes: number): Answerer =>
  (response) =>
    response.end(JSON.stringify(listBody(['b1'])).padEnd(bytes));

describe('maxResponseBytes (PAGE-5)', () => {
  it('stops a body while it arrives', async () => {
    const body = new LongBody();
    const { baseUrl, requests } = await scriptedServer(body.answer);
    const { client } = watchedClient({ baseUrl, maxResponseBytes: mebibyte });
    const error = await errorOf(client.bookings.list());
    const message = `GET ${baseUrl}/api/v1/bookings was answered with more than ${mebibyte} bytes`;
    expect(error).toMatchObject({ name: 'CatalogueError', kind: 'too_large', status: 200, attempts: 1, message });
    expect(requests).toHaveLength(1);
    // Some of it is in the buffers of both sides.
    expect(body.sent).toBeLessThan(32 * mebibyte);
  });

  it.each<[string, Answerer]>([
    ['that says its length', (response) => response.writeHead(200, { 'content-length': 1e12 }).write('{')],
    [
      'that unpacks to more',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(beyondDefault)),
    ],
  ])('is on by default: a body %s', async (_, answerer) => {
    const { baseUrl } = await scriptedServer(answerer);
    const transport = createPlainTransport({ baseUrl, token: 't' });
    expect(await errorOf(listPage(transport, bookings))).toMatchObject({ kind: 'too_large' });
  });

  it('counts exactly, and each call may have its own', async () => {
    const { baseUrl } = await scriptedServer(padded(1000), padded(1000), page(['b2']));
    const { client } = watchedClient({ baseUrl });
    expect((await client.bookings.list({}, { maxResponseBytes: 1000 })).data).toEqual([{ id: 'b1' }]);
    expect(await errorOf(client.bookings.list({}, { maxResponseBytes: 999 }))).toMatchObject({ kind: 'too_large' });
    expect((await client.bookings.list()).data).toEqual([{ id: 'b2' }]);
  });

  it('reads texts that are cut anywhere as they are', async () => {
    const text = JSON.stringify({ ...listBody([]), data: [{ id: '\ufeffgrün 🪚' }] });
    const bytes = [...Buffer.from(`\ufeff${text}`)].map((byte) => Uint8Array.of(byte));
    const { client } = mockedClient(() => Promise.resolve(new Response(ReadableStream.from(bytes))));
    expect((await client.bookings.list()).data).toEqual([{ id: '\ufeffgrün 🪚' }]);
  });

  it('stops reading when the caller aborts, also where fetch does not', async () => {
    const controller = new AbortController();
    const canceled = new Promise<void>((resolve) => {
      const body = new ReadableStream({
        pull: (stream) => {
          stream.enqueue(chunk);
          controller.abort(new Error('enough'));
        },
        cancel: () => resolve(),
      });
      const { client } = mockedClient(() => Promise.resolve(new Response(body)));
      client.bookings.list({}, { signal: controller.signal }).catch(() => undefined);
    });
    await expect(canceled).resolves.toBeUndefined();
  });
});
