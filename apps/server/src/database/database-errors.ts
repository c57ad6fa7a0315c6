/**
 * SQLSTATEs: statement cancelled at its time limit, idle transaction ended, server shutting down or starting, another
 * transaction in the way.
 */
const states = new Set(['57014', '25P03', '57P01', '57P02', '57P03', '57P05', '40001', '40P01']);

/** SQLSTATE classes: connection exceptions, insufficient resources. */
const stateClasses = new Set(['08', '53']);

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Prisma: not reachable, timed out, closed, no connection or transaction in time, conflict, too many connections. */
const prismaCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037']);

/** What the drivers say without a code. */
const messages =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client was closed|Client has encountered a connection error|Cannot use a pool after calling end|PGlite is closed)/;

/** SQLSTATEs and Prisma's codes of two transactions that got in each other's way: serialization, deadlock, unique, foreign key. */
const conflicts = new Set<unknown>(['40001', '40P01', '23505', '23503', 'P2034', 'P2002', 'P2003']);

/** Another transaction was in the way, as this one noticed before the database did. */
export class Conflict extends Error {
  readonly code = '40001';
}

/** Whether another transaction was in the way, so that the same one may succeed when it is tried again. */
export function isConflict(error: unknown): boolean {
  return chain(error).some((link) => [link['code'], link['originalCode']].some((code) => conflicts.has(code)));
}

/** Whether the database cannot answer now, whatever it was asked: the answer is 503, and a later try may succeed (ERR-5). */
export function isUnavailable(error: unknown): boolean {
  return chain(error).some(
    (link) => [link['code'], link['originalCode'], link['errorCode']].some(saysUnavailable) || hasMessage(link),
  );
}

function saysUnavailable(code: unknown): boolean {
  if (typeof code !== 'string') return false;
  if (states.has(code) || networkCodes.has(code) || prismaCodes.has(code)) return true;
  return code.length === 5 && stateClasses.has(code.slice(0, 2));
}

const hasMessage = ({ message }: Link): boolean => typeof message === 'string' && messages.test(message);

type Link = Readonly<Record<string, unknown>>;

const isLink = (value: unknown): value is Link => typeof value === 'object' && value !== null;

/** Deeper than Prisma wraps, and an end for errors that cause themselves. */
const depth = 6;

/** The error and what caused it; Prisma keeps the driver's error among its meta data. */
function chain(error: unknown, left = depth): Link[] {
  if (!isLink(error) || left === 0) return [];
  const meta = isLink(error['meta']) ? error['meta']['driverAdapterError'] : undefined;
  return [error, ...chain(error['cause'], left - 1), ...chain(meta, left - 1)];
}
