import type { Database } from '../database/database.js';
import { openDatabase } from '../database/open-database.js';
import { DirectoryHeldError } from '../database/directory-lock.js';
import { MigrationError } from '../database/migrate.js';
import type { Settings } from '../settings/settings.js';
import { CommandError } from '../problems/command-error.js';

/** Opens the database of the settings, or says in one line which one cannot be used, and why. */
export async function openedDatabase(settings: Settings): Promise<Database> {
  try {
    return await openDatabase(settings);
  } catch (error) {
    if (error instanceof DirectoryHeldError || error instanceof MigrationError || !(error instanceof Error))
      throw error;
    const { databaseUrl, dataDir } = settings;
    throw (databaseUrl === null ? directoryError(dataDir, error) : serverError(databaseUrl, error)) ?? error;
  }
}

function directoryError(dataDir: string, error: Error): CommandError | null {
  const code = codeOf(error);
  // What has no code is no fault of the surroundings.
  if (code === undefined) return null;
  return new CommandError(
    `The data directory ${dataDir} cannot be used (${code}): set DATA_DIR to one that this user may write.`,
  );
}

function serverError(databaseUrl: string, error: Error): CommandError | null {
  const code = codeOf(error);
  // The driver's own errors are of no class of their own; those of the language are somebody's mistake here.
  if (code === undefined && Object.getPrototypeOf(error) !== Error.prototype) return null;
  const { hostname, port, pathname } = new URL(databaseUrl);
  const place = `${hostname || 'localhost'}:${port === '' ? 5432 : port}${pathname}`;
  const reason = reasons[code ?? ''] ?? error.message.split('\n')[0];
  return new CommandError(
    `The PostgreSQL database at ${place} cannot be used: ${reason}${code === undefined ? '' : ` (${code})`}. Check DATABASE_URL.`,
  );
}

/** In words of the operator, where the driver's own do not say it. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server listens there',
  ENOTFOUND: 'its host is not known',
  EAI_AGAIN: 'its host is not known',
  '28P01': 'it refuses the user or the password',
  '28000': 'it refuses the user',
  '3D000': 'the server has no database of this name',
};

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
