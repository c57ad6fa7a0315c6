import { isNativeError } from 'node:util/types';
import { CommandError, type Configuration, databaseAddress } from '@resource-catalogue/program';

type Location = Pick<Configuration, 'databaseUrl' | 'dataDir'> & Partial<Pick<Configuration, 'databaseDirectUrl'>>;

/** One line for operators that names the database and the reason; null for a bug in the service. */
export function explainOpening(location: Location, error: unknown): CommandError | null {
  if (error instanceof CommandError) return error;
  if (!isNativeError(error)) return null;
  return location.databaseUrl === null ? directoryError(location.dataDir, error) : serverError(location, error);
}

function directoryError(dataDir: string, error: Error): CommandError | null {
  const code = errorCode(error);
  // An error without a code is a bug in the service, not a problem of its environment.
  if (code === undefined) return null;
  return new CommandError(
    `The data directory ${dataDir} cannot be used (${code}): set DATA_DIR to a directory that this user may write to.`,
    { cause: error },
  );
}

function serverError({ databaseUrl, databaseDirectUrl = null }: Location, error: Error): CommandError | null {
  const code = errorCode(error);
  // The driver throws plain errors, or the one for an invalid URL; a TypeError without a code is a bug in the service.
  const isExpected = Object.getPrototypeOf(error) === Error.prototype || error instanceof URIError;
  if (code === undefined && !isExpected) return null;
  const address = databaseAddress(databaseUrl ?? '');
  const variables = databaseDirectUrl === null ? 'DATABASE_URL' : 'DATABASE_URL and DATABASE_DIRECT_URL';
  const reason = reasons[code ?? ''] ?? error.message.split('\n')[0];
  return new CommandError(
    `The PostgreSQL database at ${address} cannot be used: ${reason}${code === undefined ? '' : ` (${code})`}. Check ${variables}.`,
    { cause: error },
  );
}

/** Explanations for operators where the driver's own message is unclear. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server listens there',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host is not known',
  '28P01': 'the server does not accept the user or the password',
  '28000': 'the server does not accept the user',
  '3D000': 'the server has no database of this name',
};

function errorCode(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
