import { DirectoryHeldError } from '../database/directory-lock.js';
import { MigrationError } from '../database/migrate.js';
import { SettingsError } from '../settings/settings.js';
import { CommandError } from '../problems/command-error.js';

const foreseen = [SettingsError, DirectoryHeldError, MigrationError, CommandError];

/** Ends the process with one line that says what is wrong; only what nobody foresaw shows where it came from. */
export function stopWith(error: unknown): void {
  process.stderr.write(`${textOf(error)}\n`);
  // Whatever still runs belongs to something that failed.
  process.exit(1);
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return foreseen.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
}
