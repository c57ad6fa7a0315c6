import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { UnreadResponses } from './unread-responses.js';

/** A limit that fits two large responses but not three. */
const bound = 10 * 1024 * 1024;
const large = { writableLength: 1024 * 1024, locals: { unwritten: 3 * 1024 * 1024 } };

/** A connection whose client reads nothing. */
class Client {
  bytesWritten = 0;
  writableLength = 0;
  taken = 0;
  takenAt = now;
  rejectedAt: number | null = null;
  pending = [large];
  closed = false;

  destroy(): void {
    this.closed = true;
    open.delete(this);
  }
}

let now: number;
let open: Map<Client, Client>;
let unread: UnreadResponses;
beforeEach(() => {
  open = new Map();
  unread = new UnreadResponses({ open }, bound);
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => void jest.restoreAllMocks());

function connectAt(time: number): Client {
  now = time;
  const client = new Client();
  open.set(client, client);
  return client;
}

function checkAt(time: number): void {
  now = time;
  unread.check();
}

it('RATE-4: above the buffer limit, the connection that has read nothing for longest is closed', () => {
  const first = connectAt(0);
  const second = connectAt(10);
  first.bytesWritten += 1;
  checkAt(20);
  expect([first.closed, second.closed]).toEqual([false, false]);
  connectAt(30);
  checkAt(30);
  expect([first.closed, second.closed]).toEqual([false, true]);
  connectAt(40);
  checkAt(40);
  expect(first.closed).toBe(true);
  expect(open.size).toBe(2);
});

it('RATE-4: a connection closes 60 s after its client has last read, or has sent a rejected request', () => {
  const [unread, rejected] = [connectAt(0), connectAt(0)];
  unread.bytesWritten += 1;
  checkAt(50_000);
  Object.assign(rejected, { rejectedAt: 50_000, pending: [] });
  for (const [time, closed] of [
    [109_999, [false, false]],
    [110_000, [true, true]],
  ] as const) {
    checkAt(time);
    expect([unread.closed, rejected.closed]).toEqual(closed);
  }
});

it('RATE-4: responses that were read no longer count', () => {
  const clients = [connectAt(0), connectAt(0), connectAt(0)];
  clients[0]?.pending.pop();
  for (const time of [30, 59_000]) checkAt(time);
  expect(clients.map(({ closed }) => closed)).toEqual([false, false, false]);
});
