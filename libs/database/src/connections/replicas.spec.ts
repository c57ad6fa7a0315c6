import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Overload } from '@resource-catalogue/concurrency';
import type { ReadSource, Statement } from './read-source.js';
import { Replicas } from './replicas.js';

const never = new Promise<never>(() => undefined);
const failConnection = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));

/** A server that reports its position, and whose reads return its name. */
class Server {
  bytes = 100;
  cluster = 'this';
  timeline = 1;
  /** Happens right after this server has reported its position. */
  then: (() => void) | null = null;
  lack: string | null = null;
  fails: (() => Promise<never>) | null = null;
  readFails: (() => Promise<never>) | null = null;

  constructor(
    readonly address: string,
    public replica = true,
  ) {}

  readonly findFault = () => Promise.resolve(this.lack);

  readonly source: ReadSource = {
    query: ({ collection }: Statement) => {
      const fails = collection === undefined ? this.fails : (this.readFails ?? this.fails);
      if (fails) return fails();
      if (collection !== undefined) return Promise.resolve([[this.address]]);
      const row = [String(this.replica), this.cluster, String(this.timeline), String(this.bytes)];
      this.then?.();
      return Promise.resolve([row]);
    },
    snapshot: (work) => work(this.source),
  };
}

describe('reads', () => {
  let primary: Server;
  let one: Server;
  let other: Server;
  let lines: string[];
  let time: number;
  let replicas: Replicas;

  beforeEach(async () => {
    [primary, one, other] = [new Server('primary', false), new Server('one'), new Server('other')];
    [lines, time] = [[], 0];
    jest.spyOn(performance, 'now').mockImplementation(() => time);
    const settings = { lag: 5000, report: (line: string) => lines.push(line), responseTimeout: 20 };
    replicas = new Replicas(primary.source, [one, other], settings);
    await replicas.check();
  });
  afterEach(() => void jest.restoreAllMocks());

  const read = async () => (await replicas.source.query({ text: '', collection: 'spaces' }, []))[0]?.[0];
  const pass = async (milliseconds: number) => {
    time += milliseconds;
    await replicas.check();
  };

  it('use the first replica, even while the primary is idle', async () => {
    for (let second = 0; second < 60; second += 1) {
      await pass(1000);
      expect(await read()).toBe('one');
    }
    expect(await replicas.source.snapshot((source) => source.query({ text: '', collection: 'a' }, []))).toEqual([
      ['one'],
    ]);
    expect(lines).toEqual([]);
  });

  it('avoid a replica while it may exceed the maximum lag, and then use it again', async () => {
    primary.bytes = other.bytes = 200;
    await pass(1000);
    // The replica was up to date 4.999 s ago, so no missing write is older.
    await pass(3999);
    expect(await read()).toBe('one');
    await pass(1);
    expect(await read()).toBe('other');
    expect(lines).toEqual(['Replica one is not used: it is more than 5 s behind.']);
    await pass(1000);
    one.bytes = 200;
    await pass(1000);
    expect(await read()).toBe('one');
    expect(lines.slice(1)).toEqual(['Replica one is used again.']);
  });

  it('avoid all replicas once their lag has been unknown for that time', async () => {
    // The primary has become a standby.
    primary.replica = true;
    await pass(4999);
    expect(await read()).toBe('one');
    time += 1;
    expect(await read()).toBe('primary');
    await pass(0);
    expect(lines[0]).toBe('Replica one is not used: the log position of the primary is unknown.');
  });

  it.each<[string, (server: Server) => unknown]>([
    ['it is not a replica, or no longer one', (server) => (server.replica = false)],
    ['it is a replica of another server', (server) => (server.cluster = 'another')],
    ['it is on timeline 2 while the primary is on timeline 1', (server) => (server.timeline = 2)],
    ['it has changes that the primary lacks', (server) => (server.bytes = 101)],
    ['its role is another', (server) => (server.lack = 'its role is another')],
    ['it does not respond (connect ECONNREFUSED)', (server) => (server.fails = failConnection)],
    ['it does not respond (No response in 20 ms.)', (server) => (server.fails = () => never)],
  ])('avoid a replica at once if %s', async (reason, spoil) => {
    spoil(one);
    await pass(1000);
    await pass(1000);
    expect(await read()).toBe('other');
    expect(lines).toEqual([`Replica one is not used: ${reason}.`]);
  });

  it('use a replica that has the changes that the primary made between two checks', async () => {
    primary.then = () => (one.bytes += 10);
    one.then = () => (primary.bytes = one.bytes);
    for (let second = 0; second < 10; second += 1) {
      await pass(1000);
      expect(await read()).toBe('one');
    }
  });

  it('use only replicas that follow a promoted primary onto its timeline', async () => {
    // It lacks what the former primary wrote last, and so do the replicas that follow it.
    Object.assign(primary, { timeline: 2, bytes: 90 });
    Object.assign(other, { timeline: 2, bytes: 90 });
    await pass(1000);
    expect(await read()).toBe('other');
    // Neither the former primary as a standby nor its own standby becomes usable when the new primary writes.
    primary.bytes = other.bytes = 100;
    await pass(1000);
    expect(await read()).toBe('other');
    Object.assign(one, { timeline: 2, bytes: 100 });
    await pass(1000);
    expect(await read()).toBe('one');
    expect(lines).toEqual([
      'Replica one is not used: it is on timeline 1 while the primary is on timeline 2.',
      'Replica one is used again.',
    ]);
  });

  it('do not use positions of an earlier primary to judge the age of a replica', async () => {
    Object.assign(primary, { timeline: 2, bytes: 200 });
    Object.assign(one, { timeline: 2, bytes: 150 });
    await pass(1000);
    expect(await read()).toBe('primary');
  });

  it('avoid a replica with another history also while the primary is silent', async () => {
    one.bytes = 101;
    await pass(1000);
    primary.fails = failConnection;
    await pass(1000);
    expect(await read()).toBe('other');
    other.timeline = 2;
    await pass(1000);
    expect(await read().catch((error: unknown) => error)).toBeInstanceOf(Error);
    expect(lines).toEqual([
      'Replica one is not used: it has changes that the primary lacks.',
      'Replica other is not used: it is on timeline 2 while the primary is on timeline 1.',
    ]);
  });

  it('are retried on the primary if they fail on a replica, which is avoided until the next check', async () => {
    one.readFails = failConnection;
    expect([await read(), await read()]).toEqual(['primary', 'other']);
    one.readFails = null;
    await pass(1000);
    expect([await read(), lines]).toEqual(['one', []]);
  });

  it('are retried on the primary if they conflict with replay on a replica, which stays in use', async () => {
    one.readFails = () => Promise.reject(Object.assign(new Error('conflict with recovery'), { code: '40001' }));
    expect(await read()).toBe('primary');
    one.readFails = null;
    expect(await read()).toBe('one');
  });

  it('are retried on the primary if a replica stops responding', async () => {
    one.fails = () => never;
    const waiting = read();
    await pass(1000);
    expect(await waiting).toBe('primary');
  });

  it.each<[string, Error]>([
    ['too many requests already wait', new Overload('Too many requests are waiting for spaces.')],
    ['the statement took too long', Object.assign(new Error('canceling statement'), { code: '57014' })],
    ['the statement is invalid', Object.assign(new Error('syntax error'), { code: '42601' })],
  ])('are not retried if %s', async (_, error) => {
    one.readFails = () => Promise.reject(error);
    await expect(read()).rejects.toBe(error);
    one.readFails = null;
    expect(await read()).toBe('one');
  });
});
