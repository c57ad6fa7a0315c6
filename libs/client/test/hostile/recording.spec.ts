import { expect, it } from '@jest/globals';
import { createClient } from '../../src/index.js';
import { createTestClock } from '../../src/testing/test-clock.js';
import { page, problem, scriptedServer } from '../support/scripted-server.js';

interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly sent: Headers;
  readonly status: number;
  readonly received: Headers;
  readonly bytes: Uint8Array;
}

// A program that checks the service through the client, such as a conformance suite, sees under it what was on the wire.
it('a fetch of the caller sees every attempt as it is sent and answered', async () => {
  const exchanges: Exchange[] = [];
  const recordingFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, url, headers } = request;
    const response = await fetch(request);
    const bytes = new Uint8Array(await response.clone().arrayBuffer());
    exchanges.push({ method, url, sent: headers, status: response.status, received: response.headers, bytes });
    return response;
  };
  const { baseUrl, requests } = await scriptedServer(problem(503, 'unavailable'), page(['b1']));
  const client = createClient({ baseUrl, token: 'rct_x', fetch: recordingFetch, clock: createTestClock() });
  const { data } = await client.bookings.list({ filters: { state: { in: ['confirmed'] } }, limit: 2 });
  expect(data).toEqual([{ id: 'b1' }]);
  expect(exchanges.map(({ method, url, status }) => [method, url, status])).toEqual(
    [503, 200].map((status) => ['GET', `${baseUrl}${requests[0]?.url}`, status]),
  );
  const [, last] = exchanges;
  expect(last?.sent.get('authorization')).toBe('Bearer rct_x');
  expect(last?.received.get('content-type')).toBe('application/json');
  expect(JSON.parse(new TextDecoder().decode(last?.bytes))).toMatchObject({ data: [{ id: 'b1' }] });
});
