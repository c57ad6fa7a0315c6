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
    const target = await targetOf((turn, end) => (turn > 1 ? 'cut' : setTimeout(() => end(200), 20)));
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
    const waiting = await targetOf((_, end) => end(429, { 'Retry-After': '100' }));
    const silent = await targetOf(() => undefined);
    const asked = [waiting.send({ path }), silent.send({ path }), silent.send({ path, method: 'POST', body: '{}' })];
    setTimeout(() => [waiting, silent].forEach((target) => target.close()), 200);
    const started = Date.now();
    const endings = await Promise.allSettled(asked);
    expect(endings.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(Date.now() - started).toBeLessThan(5000);
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
