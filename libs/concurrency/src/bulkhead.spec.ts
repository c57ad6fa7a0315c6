import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Admits, Bulkhead, Overload, type WaitingLimits, waitingLimits } from './bulkhead.js';

/** Work that has started and ends on demand. */
interface Work {
  readonly name: string;
  end(): Promise<void>;
}

/** A bulkhead whose running work is observable. */
function watched(admits: Admits, limits: Partial<WaitingLimits> = {}) {
  const bulkhead = new Bulkhead(admits, { ...waitingLimits, ...limits });
  const running: Work[] = [];
  const start = (kind: string, name = kind): Promise<unknown> => {
    const done = bulkhead.run(
      kind,
      () =>
        new Promise<void>((resolve) => {
          const end = async () => {
            running.splice(running.indexOf(work), 1);
            resolve();
            await new Promise(setImmediate);
          };
          const work = { name, end };
          running.push(work);
        }),
    );
    return done.then(
      () => null,
      (error: unknown) => error,
    );
  };
  const names = () => running.map(({ name }) => name);
  const end = (name: string) => running.find((work) => work.name === name)?.end();
  return { bulkhead, start, names, end };
}

const fair: Admits = (ofKind, inTotal) => ofKind < 8 - inTotal;

describe('Bulkhead (ERR-6)', () => {
  it('gives each kind half of the free slots', () => {
    const { start, names } = watched(fair);
    for (const kind of ['a', 'b', 'c', 'd', 'e']) for (let count = 0; count < 6; count += 1) void start(kind);
    expect(names().join('')).toBe('aaaabbcd');
  });

  it('admits the kind with the least work first, then first come, first served', async () => {
    const { start, names, end } = watched(fair);
    for (let count = 1; count <= 6; count += 1) void start('a', `a${count}`);
    for (let count = 1; count <= 4; count += 1) void start('b', `b${count}`);
    expect(names()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
    await end('a2');
    expect(names()).toEqual(['a1', 'a3', 'a4', 'b1', 'b2', 'b3']);
    await end('b1');
    await end('b2');
    expect(names()).toEqual(['a1', 'a3', 'a4', 'b3', 'b4']);
    await end('b3');
    expect(names()).toEqual(['a1', 'a3', 'a4', 'b4', 'a5']);
  });

  it('frees a slot when the work fails, and passes on its result or error', async () => {
    const { bulkhead } = watched((ofKind) => ofKind === 0);
    await expect(bulkhead.run('a', () => Promise.reject(new Error('own')))).rejects.toThrow('own');
    expect(await bulkhead.run('a', () => Promise.resolve(7))).toBe(7);
  });

  it('runs continued work at once, and admits nothing else until it ends', async () => {
    const { bulkhead, start, names, end } = watched((_, inTotal) => inTotal < 1);
    const latch: { open?: () => void } = {};
    const going = bulkhead.runAtOnce('a', () => new Promise<void>((resolve) => (latch.open = resolve)));
    const further = bulkhead.runAtOnce('a', () => Promise.resolve('done'));
    void start('a', 'next');
    expect(await further).toBe('done');
    expect(names()).toEqual([]);
    latch.open?.();
    await going;
    await new Promise(setImmediate);
    expect(names()).toEqual(['next']);
    await end('next');
  });

  describe('over time', () => {
    beforeEach(() => void jest.useFakeTimers());
    afterEach(() => void jest.useRealTimers());

    it('ERR-5: rejects work that waits too long, and frees its place in the queue', async () => {
      const { start, names, end } = watched((ofKind) => ofKind === 0, { timeout: 100 });
      void start('a', 'first');
      const late = start('a', 'second');
      await jest.advanceTimersByTimeAsync(100);
      expect(await late).toBeInstanceOf(Overload);
      await end('first');
      expect(names()).toEqual([]);
      void start('a', 'third');
      expect(names()).toEqual(['third']);
    });

    it.each([
      ['until no task of the kind has finished for the timeout', 1000, 279, 281],
      ['at most for the longest wait', 200, 199, 201],
    ])('keeps waiting work %s', async (_, longest, kept, rejectedAt) => {
      const { start, end } = watched((ofKind) => ofKind === 0, { timeout: 100, longest });
      for (const name of ['first', 'second', 'third']) void start('a', name);
      let outcome: unknown = 'waits';
      void start('a', 'fourth').then((error) => (outcome = error));
      await jest.advanceTimersByTimeAsync(90);
      await end('first');
      await jest.advanceTimersByTimeAsync(90);
      await end('second');
      await jest.advanceTimersByTimeAsync(kept - 3 - 180);
      expect(outcome).toBe('waits');
      await jest.advanceTimersByTimeAsync(rejectedAt + 3 - kept);
      expect(outcome).toBeInstanceOf(Overload);
    });
  });

  it('rejects work at once if too much of one kind waits', async () => {
    const { start, names } = watched((ofKind) => ofKind === 0, { queue: 2 });
    for (let count = 0; count < 3; count += 1) void start('a');
    expect(await start('a')).toBeInstanceOf(Overload);
    void start('b');
    expect(names()).toEqual(['a', 'b']);
  });

  it.each([
    ['queue', { queue: 0 }, 'Too many requests are waiting for creates.'],
    ['timeout', { longest: 1 }, 'The wait for creates took too long.'],
  ])('ERR-5: the error of an exceeded %s has the label instead of the kind', async (_, limits, message) => {
    const bulkhead = new Bulkhead(() => false, { ...waitingLimits, ...limits }, 'creates');
    await expect(bulkhead.run('secret', () => Promise.resolve())).rejects.toThrow(new Overload(message));
  });
});
