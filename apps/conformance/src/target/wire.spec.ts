import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Target } from './target.js';

const left: (() => void)[] = [];
afterEach(() => {
  for (const leave of left.splice(0)) leave();
});

/** A target on a server that answers the requests of each connection by their number on it. */
async function targetOf(answer: (turn: number, end: (status: number, headers?: object) => void) => unknown) {
  const turns = new WeakMap<Socket, number>();
  const server = createServer((request, response) => {
    const turn = (turns.get(request.socket) ?? 0) + 1;
    turns.set(request.socket, turn);
    const end = (status: number, headers: object = {}): unknown => response.writeHead(status, { ...headers }).end('{}');
    if (answer(turn, end) === 'cut') request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const target = new Target(`http://127.0.0.1:${port}`, { token: 'a' });
  left.push(() => {
    target.close();
    server.close();
    server.closeAllConnections();
  });
  return target;
}

const path = '/api/v1/users';

describe('a connection', () => {
  it('that the server gave up meanwhile costs no answer, even if all idle ones are as old', async () => {
    // All are asked before one is answered, so that each has a connection of its own.
    const answers: (() => unknown)[] = [];
    let arrived = 0;
    const target = await targetOf((turn, end) => {
      if (turn > 1) return 'cut';
      answers.push(() => end(200));
      if ((arrived += 1) >= 3) for (const answer of answers.splice(0)) answer();
      return undefined;
    });
    await Promise.all([target.send({ path }), target.send({ path }), target.send({ path })]);
    expect((await target.send({ path })).status).toBe(200);
  });

  it('that is always cut is told as such', async () => {
    const target = await targetOf(() => 'cut');
    await expect(target.send({ path })).rejects.toThrow('cut the connection before its answer was complete');
  });
});

describe('the end of a run', () => {
  it('ends what waits for a quota, what is under way, and what still wants to ask', async () => {
    let allArrived: () => void = () => undefined;
    let arrived = 0;
    const all = new Promise<void>((resolve) => (allArrived = resolve));
    const arrive = (): void => void ((arrived += 1) === 3 && allArrived());
    const waiting = await targetOf((_, end) => {
      end(429, { 'Retry-After': '100' });
      arrive();
    });
    const silent = await targetOf(arrive);
    const asked = [waiting.send({ path }), silent.send({ path }), silent.send({ path, method: 'POST', body: '{}' })];
    const endings = Promise.allSettled(asked);
    await all;
    for (const target of [waiting, silent]) target.close();
    for (const ending of await endings) {
      expect(ending).toMatchObject({
        status: 'rejected',
        reason: { kind: expect.stringMatching(/^(?:closed|cut)$/) },
      });
    }
    await expect(waiting.send({ path })).rejects.toThrow('the run has ended');
  });
});

describe('the time that a quota makes of requests', () => {
  it('is that of those for which nothing is left, or of our own limit', async () => {
    const headers = { 'RateLimit-Policy': '"default";q=300;w=10', RateLimit: '"default";r=60;t=10' };
    const target = await targetOf((_, end) => end(200, headers));
    expect(target.secondsFor(1000)).toBe(0);
    await target.send({ path });
    expect(target.secondsFor(50)).toBe(0);
    expect(target.secondsFor(360)).toBe(10);
    const slow = new Target(target.prefix, { token: 'a', rate: 2 });
    expect(slow.secondsFor(100)).toBe(50);
  });
});
