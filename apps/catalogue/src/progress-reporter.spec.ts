import { describe, expect, it } from '@jest/globals';
import { progressReporter } from './progress-reporter.js';

function reported(isTTY: boolean) {
  const written: string[] = [];
  let clock = 0;
  const reporter = progressReporter({ isTTY, write: (text) => written.push(text) }, () => clock);
  return { written, reporter, wait: (milliseconds: number) => (clock += milliseconds) };
}

describe('progressReporter', () => {
  it('shows a bar on a terminal, with rate and remaining time once known, and removes it at the end', () => {
    const { written, reporter, wait } = reported(true);
    const reading = { doing: 'reading a', total: 90_000_000, unit: 'bytes' } as const;
    reporter.report({ ...reading, done: 0 });
    reporter.report({ ...reading, done: 1 });
    wait(1000);
    reporter.report({ ...reading, done: 1_000_000 });
    wait(99);
    reporter.report({ ...reading, done: 30_000_000 });
    wait(1);
    reporter.report({ ...reading, done: 30_000_000 });
    wait(100);
    reporter.report({ doing: 'exporting a', done: 7, total: null, unit: 'rows' });
    wait(900);
    reporter.report({ doing: 'exporting a', done: 9, total: null, unit: 'rows' });
    reporter.end();
    const bar = `[${'-'.repeat(30)}]`;
    expect(written).toEqual([
      `\r\x1b[K${bar} reading a: 0.0 MB of 90.0 MB`,
      `\r\x1b[K${bar} reading a: 1.0 MB of 90.0 MB, 1.0 MB/s, 1 min 29 s left`,
      `\r\x1b[K[${'#'.repeat(10)}${'-'.repeat(20)}] reading a: 30.0 MB of 90.0 MB, 27.3 MB/s, 3 s left`,
      '\r\x1b[Kexporting a: 7 rows',
      '\r\x1b[Kexporting a: 9 rows',
      '\r\x1b[K',
    ]);
  });

  it('writes occasional lines if the output is not a terminal', () => {
    const { written, reporter, wait } = reported(false);
    const storing = { doing: 'storing a', total: 40, unit: 'rows' } as const;
    reporter.report({ ...storing, done: 0 });
    wait(5000);
    reporter.report({ ...storing, done: 10 });
    reporter.report({ ...storing, done: 20 });
    reporter.end();
    expect(written).toEqual(['storing a: 10 rows of 40 rows, 2 rows/s, 15 s left\n']);
  });
});
