import { constants } from 'node:os';

/**
 * SQLSTATEs: transaction read-only (as after a failover), ended when idle or at its time limit; another one in the way,
 * or its lock; no right, no table (a database that is being restored), or no such table as when it was prepared.
 */
const states = new Set(['25006', '25P03', '25P04', '40001', '40P01', '55P03', '42501', '42P01', '0A000']);

/** SQLSTATE classes: connection exceptions, refused logins, no such database, insufficient resources, operators, the system. */
const stateClasses = new Set(['08', '28', '3D', '53', '57', '58']);

/** The session is over, or was never begun, whatever the reason. */
const severities = new Set<unknown>(['FATAL', 'PANIC']);

/** Every way in which a socket fails, of the network or of a file; Prisma keeps nothing of such an error but its code. */
const systemCodes = new Set([...Object.keys(constants.errno), 'ENOTFOUND', 'EAI_AGAIN']);
const tlsCodes = /^(?:CERT|ERR_TLS|ERR_SSL|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)_/;

/**
 * Prisma: login refused; not reachable; no such database; timed out; access denied; TLS; closed; no table; no connection or
 * transaction in time; conflict; too many connections.
 */
const prismaCodes = new Set([
  ...['P1000', 'P1001', 'P1002', 'P1003', 'P1008', 'P1010', 'P1011', 'P1017'],
  ...['P2021', 'P2024', 'P2028', 'P2034', 'P2037'],
]);

/** What Prisma's adapter makes of a socket's own codes, which it keeps nothing else of. */
const socketKinds = new Set<unknown>([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
]);

/** What the drivers say without a code. */
const messages =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client was closed|Client has encountered a connection error|Cannot use a pool after calling end|The server does not support SSL|There was an error establishing an SSL|PGlite is closed)/;

/** SQLSTATEs and Prisma's codes of two transactions that got in each other's way: serialization, deadlock, unique, foreign key. */
const conflicts = new Set<unknown>(['40001', '40P01', '23505', '23503', 'P2034', 'P2002', 'P2003']);

/** A conflict with another transaction that was noticed before the database did. */
export class Conflict extends Error {
  readonly code = '40001';
}

/** Refused before the database was asked, as too much waits for it. */
export class Overload extends Error {
  readonly code = '53000';
}

/** Whether another transaction was in the way, so that the same one may succeed the next time. */
export function isConflict(error: unknown): boolean {
  return hasCode(error, (code) => conflicts.has(code));
}

/** Whether the database cannot answer now, whatever it was asked: the answer is 503, and a later try may succeed (ERR-5). */
export function isUnavailable(error: unknown): boolean {
  return chain(error).some(
    (link) =>
      severities.has(link['severity']) ||
      socketKinds.has(link['kind']) ||
      [link['code'], link['originalCode'], link['errorCode']].some(saysUnavailable) ||
      hasMessage(link),
  );
}

/** What kept the database from answering. */
export type UnavailableReason = 'statement_timeout' | 'bulkhead' | 'database';

/** Why the database cannot answer, where `isUnavailable` says that it cannot. */
export function reasonOf(error: unknown): UnavailableReason {
  if (chain(error).some((link) => link instanceof Overload)) return 'bulkhead';
  return hasCode(error, (code) => code === '57014') ? 'statement_timeout' : 'database';
}

/** Whether the database ended the session of this program because it did nothing for too long in a transaction. */
export const wasSuspended = (error: unknown): boolean => hasCode(error, (code) => code === '25P03');

const hasCode = (error: unknown, is: (code: unknown) => boolean): boolean =>
  chain(error).some((link) => is(link['code']) || is(link['originalCode']));

function saysUnavailable(code: unknown): boolean {
  if (typeof code !== 'string') return false;
  if (states.has(code) || systemCodes.has(code) || prismaCodes.has(code) || tlsCodes.test(code)) return true;
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
