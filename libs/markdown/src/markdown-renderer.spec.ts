import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { hostileTable } from '../test/hostile-families.js';
import { limits, rendered } from '../test/rendered.js';
import { MarkdownRenderer, MarkdownUnavailable, type RendererOptions } from './markdown-renderer.js';

const builtWorker = new URL('../dist/render-worker.js', import.meta.url);

describe('MarkdownRenderer', () => {
  let opened: MarkdownRenderer[] = [];
  let workers: Worker[] = [];
  let reports: string[] = [];

  afterEach(async () => {
    jest.useRealTimers();
    for (const renderer of opened) await renderer.close();
    [opened, workers, reports] = [[], [], []];
  });

  /** Runs each script in a separate worker, and then the built worker. */
  function rendererOn(scripts: readonly string[] = [], options: Partial<RendererOptions> = {}): MarkdownRenderer {
    const left = [...scripts];
    const startWorker = (): Worker => {
      const script = left.shift();
      const worker = script === undefined ? new Worker(builtWorker) : new Worker(script, { eval: true });
      workers.push(worker);
      return worker;
    };
    const report = (message: string) => reports.push(message);
    const renderer = new MarkdownRenderer({ limits, startWorker, report, ...options });
    opened.push(renderer);
    return renderer;
  }

  async function works(renderer: MarkdownRenderer): Promise<void> {
    expect(await renderer.render('a', ['*a*', 'b'])).toEqual({ html: ['*a*', 'b'].map(rendered), excess: null });
  }

  it('renders as the sources do, within the limits of WRITE-10', async () => {
    const renderer = rendererOn();
    await works(renderer);
    expect(await renderer.render('a', ['a', hostileTable, hostileTable])).toEqual({
      html: ['a', hostileTable].map(rendered),
      excess: 'blocks',
    });
  });

  it('starts one worker, when there is something to render', async () => {
    const renderer = rendererOn();
    expect(await renderer.render('a', [])).toEqual({ html: [], excess: null });
    expect(workers).toHaveLength(0);
    await Promise.all([works(renderer), works(renderer), works(renderer)]);
    expect(workers).toHaveLength(1);
  });

  it('WRITE-10: does not block the event loop', async () => {
    const allowed = new Int32Array(new SharedArrayBuffer(4));
    const waits = `const { parentPort, workerData } = require('node:worker_threads');
      parentPort.on('message', () => {
        Atomics.wait(workerData, 0, 0);
        parentPort.postMessage({ html: ['a'], excess: null });
      });`;
    const renderer = rendererOn([], { startWorker: () => new Worker(waits, { eval: true, workerData: allowed }) });
    const rendering = renderer.render('a', ['a']);
    await new Promise((resolve) => setImmediate(resolve));
    Atomics.store(allowed, 0, 1);
    Atomics.notify(allowed, 0);
    expect(await rendering).toEqual({ html: ['a'], excess: null });
  });

  it.each([
    ['ends', 'process.exit(1)'],
    ['throws', "require('node:worker_threads').parentPort.on('message', () => { throw new Error('a') })"],
    ['cannot be loaded', 'import'],
  ])('is unavailable when its worker %s, and then recovers', async (_, script) => {
    const renderer = rendererOn([script]);
    const [first, second] = [renderer.render('a', ['a']), works(renderer)];
    await expect(first).rejects.toBeInstanceOf(MarkdownUnavailable);
    await second;
    expect(workers).toHaveLength(2);
    expect(reports).toEqual([expect.stringMatching(/^The Markdown worker ended: /)]);
  });

  it('is unavailable when its worker is terminated, and then recovers', async () => {
    const renderer = rendererOn(['for (;;);']);
    const rendering = renderer.render('a', ['a']);
    await workers[0]?.terminate();
    await expect(rendering).rejects.toBeInstanceOf(MarkdownUnavailable);
    await works(renderer);
    await workers[1]?.terminate();
    await works(renderer);
    expect(workers).toHaveLength(3);
  });

  it('terminates a worker that takes too long, and then recovers', async () => {
    // The clock stops, so the next worker can take any time to start.
    jest.useFakeTimers();
    const renderer = rendererOn(['for (;;);'], { timeout: 3000 });
    const rendering = renderer.render('a', ['a']);
    jest.advanceTimersByTime(3000);
    await expect(rendering).rejects.toBeInstanceOf(MarkdownUnavailable);
    expect(reports).toEqual(['The Markdown of a request was not rendered within 3000 ms']);
    if (workers[0]) await once(workers[0], 'exit');
    await works(renderer);
  });

  it('is unavailable immediately if the queue is full, first to the owner that sends the most', async () => {
    const renderer = rendererOn([], { maxWaiting: 10_000 });
    const long = 'a'.repeat(5000);
    const running = renderer.render('a', [long]);
    const next = renderer.render('a', [long]);
    const last = renderer.render('a', [long]);
    await expect(last).rejects.toBeInstanceOf(MarkdownUnavailable);
    await Promise.all([running, next, works(renderer)]);
  });

  it('terminates its worker when closed, and rejects waiting jobs', async () => {
    const renderer = rendererOn(['for (;;);']);
    const both = Promise.allSettled([renderer.render('a', ['a']), renderer.render('b', ['b'])]);
    await renderer.close();
    const rejected = { status: 'rejected', reason: expect.any(MarkdownUnavailable) };
    expect(await both).toEqual([rejected, rejected]);
    expect(workers.map(({ threadId }) => threadId)).toEqual([-1]);
  });
});
