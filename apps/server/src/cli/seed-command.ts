import { defaultBookings, mostBookings, type SeedOptions } from '@resource-catalogue/prisma/seed';
import { Command } from 'commander';
import { seedDatabase } from '../demo/seed-database.js';
import { CommandError } from '../problems/command-error.js';
import { seedReporter } from './seed-reporter.js';
import { withDatabase } from './with-database.js';

interface SeedWords {
  readonly scale: string;
  readonly seed: string;
  readonly at?: string;
}

export function seedCommand(): Command {
  return new Command('seed')
    .description('fills an empty database with a demonstration catalogue; the same options make the same one')
    .option('--scale <bookings>', `how many bookings, 1 to ${mostBookings}`, String(defaultBookings))
    .option('--seed <number>', 'another number makes another catalogue', '1')
    .option('--at <instant>', 'the instant at which the catalogue is told, like 2026-03-01T09:00:00Z (default: now)')
    .action(async (words: SeedWords) => {
      const options = seedOptions(words, new Date());
      const reporter = seedReporter(process.stderr);
      const begun = performance.now();
      const { tables, rows } = await withDatabase((database) => seedDatabase(database, options, reporter.tell)).finally(
        reporter.end,
      );
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      process.stdout.write(
        `Seeded ${options.bookings} bookings (${rows} rows in ${tables} tables) ` +
          `from seed ${options.seed} at ${options.at.toISOString()} in ${seconds} s.\n`,
      );
    });
}

/** Judges the words of the command line and names every fault at once. */
export function seedOptions(words: SeedWords, now: Date): SeedOptions {
  const faults: string[] = [];
  const bookings = wholeNumber(words.scale, 1, mostBookings);
  if (bookings === null) faults.push(`--scale takes a number of bookings from 1 to ${mostBookings}`);
  const seed = wholeNumber(words.seed, 0, Number.MAX_SAFE_INTEGER);
  if (seed === null) faults.push(`--seed takes a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`);
  const at = words.at === undefined ? now : instant(words.at);
  if (at === null) {
    faults.push('--at takes a day or an instant with its offset, like 2026-03-01T09:00:00Z, in the years 1980 to 2199');
  }
  if (bookings === null || seed === null || at === null) {
    throw new CommandError(`Nothing was seeded: ${faults.join('; ')}.`);
  }
  return { bookings, seed, at };
}

function wholeNumber(text: string, least: number, most: number): number | null {
  if (!/^[0-9]{1,16}$/.test(text)) return null;
  const number = Number(text);
  return number >= least && number <= most ? number : null;
}

/** Digits beyond milliseconds are cut off, as in filters (FILT-5). */
function instant(text: string): Date | null {
  const match = /^((?:19[89]|2[01]\d)\d-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(text);
  const day = match?.[1];
  if (day === undefined) return null;
  const midnight = new Date(`${day}T00:00:00Z`);
  // Some days that there are not, such as the 31st of February, are read as another one.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return null;
  const date = new Date(text.replace(/(\.\d{3})\d+/, '$1'));
  return Number.isNaN(date.getTime()) ? null : date;
}
