import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Reply } from './send-request.js';
import { type RequestState, RetriedRequest, judgeToken } from './retried-request.js';

const success: Reply = { ok: true, body: {}, quota: null, milliseconds: 1 };

const failure = (status: number | null, retryAfter: number | null = null): Reply => ({
  ok: false,
  failure: { status, title: '', detail: '', code: null, errors: [], retryAfter, requestId: null },
});

beforeEach(() => {
  Object.assign(globalThis, { document: { hidden: false } });
  jest.useFakeTimers({ now: 0 });
});

afterEach(() => void jest.useRealTimers());

const pass = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1000);

/** Sends a request to a service with these responses, of which the last one repeats. */
async function sendTo(...replies: readonly Reply[]) {
  const start = Date.now();
  const sent: number[] = [];
  const shown: RequestState[] = [];
  const request = new RetriedRequest(
    () => {
      sent.push((Date.now() - start) / 1000);
      return Promise.resolve(replies[Math.min(sent.length, replies.length) - 1] ?? success);
    },
    (state) => void shown.push(state),
  );
  await request.send();
  return { request, sent, start, last: () => shown.at(-1) };
}

describe('RetriedRequest', () => {
  it('RATE-2: a rate-limited request is sent again after Retry-After, and its failure is shown until then', async () => {
    const { sent, start, last } = await sendTo(failure(429, 42), success);
    await pass(41);
    expect(sent).toEqual([0]);
    expect(last()).toEqual({ reply: failure(429, 42), retryAt: start + 42_000 });
    await pass(1);
    expect(sent).toEqual([0, 42]);
    expect(last()).toEqual({ reply: success, retryAt: null });
    await pass(600);
    expect(sent).toHaveLength(2);
  });

  it.each([null, 200, 408, 500, 502, 503])(
    'waits without Retry-After grow up to a minute: status %s',
    async (status) => {
      const { sent } = await sendTo(failure(status));
      await pass(250);
      expect(sent).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
    },
  );

  it('after a response, the next failure waits only a second again', async () => {
    const { request, sent } = await sendTo(failure(503), failure(503), success, failure(503), success);
    await pass(3);
    await request.send();
    await pass(1);
    expect(sent).toEqual([0, 1, 3, 3, 4]);
  });

  it.each([400, 401, 403, 404, 422])('a permanent error is not retried: status %d', async (status) => {
    const { sent, last } = await sendTo(failure(status));
    await pass(600);
    expect(sent).toEqual([0]);
    expect(last()?.retryAt).toBeNull();
  });

  it('the user may retry before the wait is over, but not twice at once', async () => {
    const { request, sent, last } = await sendTo(failure(503, 3600), failure(null), success);
    await pass(5);
    const asks = [request.send(), request.send()];
    expect(last()).toEqual({ reply: failure(503, 3600), retryAt: null });
    await Promise.all(asks);
    expect(sent).toEqual([0, 5]);
    await pass(2);
    expect(sent).toEqual([0, 5, 7]);
  });

  it('a computer that wakes up after the wait retries at once', async () => {
    const { sent } = await sendTo(failure(503, 3600), success);
    jest.setSystemTime(7_199_000);
    await pass(1);
    expect(sent).toEqual([0, 7200]);
  });

  it('a view that is left sends and shows nothing more', async () => {
    const { request, sent, last } = await sendTo(failure(503), success);
    void request.send();
    request.stop();
    await pass(600);
    expect(sent).toEqual([0, 0]);
    expect(last()).toEqual({ reply: failure(503), retryAt: null });
  });
});

it('AUTH-2: only a 401 rejects a token', () => {
  expect(judgeToken(null)).toBe('unknown');
  for (const status of [null, 200, 429, 500, 503]) expect(judgeToken(failure(status))).toBe('unknown');
  for (const status of [400, 403, 404]) expect(judgeToken(failure(status))).toBe('accepted');
  expect([success, failure(401)].map(judgeToken)).toEqual(['accepted', 'rejected']);
});
