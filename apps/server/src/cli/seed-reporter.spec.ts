import { describe, expect, it } from '@jest/globals';
import { seedReporter } from './seed-reporter.js';

function reported(isTTY: boolean) {
  const written: string[] = [];
  let clock = 0;
  const reporter = seedReporter({ isTTY, write: (text) => written.push(text) }, () => clock);
  return { written, reporter, wait: (milliseconds: number) => (clock += milliseconds) };
}

describe('seedReporter', () => {
  it('moves a bar on a terminal, at most ten times a second, and takes it away in the end', () => {
    const { written, reporter, wait } = reported(true);
    reporter.tell({ table: 'bookings', rows: 0, of: 4 });
    reporter.tell({ table: 'bookings', rows: 1, of: 4 });
    wait(100);
    reporter.tell({ table: 'bookings', rows: 2, of: 4 });
    wait(100);
    reporter.tell({ table: 'booking_seats', rows: 7, of: null });
    reporter.end();
    expect(written).toEqual([
      `\r\x1b[K[${'-'.repeat(30)}] bookings: 0 of 4 rows`,
      `\r\x1b[K[${'#'.repeat(15)}${'-'.repeat(15)}] bookings: 2 of 4 rows`,
      '\r\x1b[Kbooking_seats: 7 rows',
      '\r\x1b[K',
    ]);
  });

  it('writes a line now and then elsewhere, and none for a short seed', () => {
    const { written, reporter, wait } = reported(false);
    reporter.tell({ table: 'bookings', rows: 1000, of: 9000 });
    expect(written).toEqual([]);
    wait(5000);
    reporter.tell({ table: 'bookings', rows: 2000, of: 9000 });
    reporter.tell({ table: 'bookings', rows: 3000, of: 9000 });
    reporter.end();
    expect(written).toEqual(['bookings: 2000 of 9000 rows\n']);
  });
});
