import { defaultBookings, maxBookings, maxDemoBookings, type SeedOptions } from '@resource-catalogue/prisma/seed';
import { Command } from 'commander';
import { seedDatabase, type SeedProgress } from '@resource-catalogue/demo';
import { CommandError } from '@resource-catalogue/program';
import type { WithDatabase } from '@resource-catalogue/database';
import { progressOutput } from './progress-reporter.js';

interface SeedArguments {
  readonly scale: string;
  readonly seed: string;
  readonly at?: string;
  readonly rare?: boolean;
}

export function seedCommand(withDatabase: WithDatabase): Command {
  return new Command('seed')
    .description('fill an empty database with a demo catalogue; the same options give the same catalogue')
    .option('--scale <bookings>', `number of bookings, from 1 to ${maxBookings}`, String(defaultBookings))
    .option('--seed <number>', 'seed of the pseudo-random numbers; another seed gives another catalogue', '1')
    .option('--at <instant>', 'the current time of the catalogue, like 2026-03-01T09:00:00Z (default: now)')
    .option('--rare', 'create test data instead of the demo workshop: every case of the API, and unusual texts')
    .action(async (given: SeedArguments) => {
      const options = seedOptions(given, new Date());
      const progress = progressOutput(process.stderr);
      const start = performance.now();
      const { tables, rows } = await withDatabase((database) =>
        seedDatabase(database, options, (done) => progress.write(done.rows, done.of, () => progressText(done))),
      ).finally(progress.end);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      process.stdout.write(
        `Seeded ${options.bookings} bookings (${rows} rows in ${tables} tables) ` +
          `from seed ${options.seed} at ${options.at.toISOString()} in ${seconds} s.\n`,
      );
    });
}

/** Validates the command-line options and reports all errors together. */
export function seedOptions(given: SeedArguments, now: Date): SeedOptions {
  const errors: string[] = [];
  const bookings = wholeNumber(given.scale, 1, maxBookings);
  if (bookings === null) errors.push(`--scale must be a number of bookings from 1 to ${maxBookings}`);
  const seed = wholeNumber(given.seed, 0, Number.MAX_SAFE_INTEGER);
  if (seed === null) errors.push(`--seed must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`);
  const at = given.at === undefined ? now : instant(given.at);
  if (at === null) {
    errors.push(
      '--at must be a date, or a datetime with its offset, in the years 1980 to 2199, like 2026-03-01T09:00:00Z',
    );
  }
  const rare = given.rare ?? false;
  if (bookings !== null && bookings > maxDemoBookings && !rare) {
    errors.push(`--scale above ${maxDemoBookings} needs --rare: the demo workshop has no more room`);
  }
  if (bookings === null || seed === null || at === null || errors.length > 0) {
    throw new CommandError(`Nothing was seeded: ${errors.join('; ')}.`);
  }
  return { bookings, seed, at, rare };
}

function wholeNumber(text: string, min: number, max: number): number | null {
  if (!/^[0-9]{1,16}$/.test(text)) return null;
  const number = Number(text);
  return number >= min && number <= max ? number : null;
}

/** Digits beyond milliseconds are truncated, as in filters (FILT-5). */
function instant(text: string): Date | null {
  const match = /^((?:19[89]|2[01]\d)\d-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(text);
  const day = match?.[1];
  if (day === undefined) return null;
  const midnight = new Date(`${day}T00:00:00Z`);
  // JavaScript silently converts some invalid days, such as 31 February, to other days.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return null;
  const date = new Date(text.replace(/(\.\d{3})\d+/, '$1'));
  return Number.isNaN(date.getTime()) ? null : date;
}

const progressText = ({ table, rows, of }: SeedProgress): string =>
  of === null ? `${table}: ${rows} rows` : `${table}: ${rows} of ${of} rows`;
