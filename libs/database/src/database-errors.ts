import { constants } from 'node:os';
import { isNativeError } from 'node:util/types';
import { Overload } from '@resource-catalogue/concurrency';

/**
 * SQLSTATEs: transaction read-only (as after a failover), ended when idle or at its time limit; blocked by another
 * one or by its lock; no privilege, no table (a database being restored), or a table that changed since the
 * statement was prepared.
 */
const states = new Set(['25006', '25P03', '25P04', '40001', '40P01', '55P03', '42501', '42P01', '0A000']);

/**
 * SQLSTATE classes: connection exceptions, rejected logins, missing database, insufficient resources, operator
 * intervention, system errors.
 */
const stateClasses = new Set(['08', '28', '3D', '53', '57', '58']);

/** Severities of an error that ended a session or prevented it, whatever the SQLSTATE. */
const severities = new Set<unknown>(['FATAL', 'PANIC']);

/** All socket failures of the network or a file; Prisma keeps only the code of such an error. */
const systemCodes = new Set([...Object.keys(constants.errno), 'ENOTFOUND', 'EAI_AGAIN']);
const tlsCodes = /^(?:CERT|ERR_TLS|ERR_SSL|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)_/;

/**
 * Prisma: login rejected, unreachable, no database, timeout, access denied, TLS, closed, no table, no connection or
 * transaction in time, conflict, too many connections.
 */
const prismaCodes = new Set([
  ...['P1000', 'P1001', 'P1002', 'P1003', 'P1008', 'P1010', 'P1011', 'P1017'],
  ...['P2021', 'P2024', 'P2028', 'P2034', 'P2037'],
]);

/** The kinds to which Prisma's adapter maps socket codes, without keeping the codes. */
const socketKinds = new Set<unknown>([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
]);

/** Messages of driver errors without a code. */
const messages =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client was closed|Client has encountered a connection error|Cannot use a pool after calling end|The server does not support SSL|There was an error establishing an SSL)/;

/** SQLSTATEs and Prisma codes of conflicting transactions: serialization, deadlock, unique, foreign key. */
const conflicts = new Set<unknown>(['40001', '40P01', '23505', '23503', 'P2034', 'P2002', 'P2003']);

/** A conflict with another transaction that was detected before the database did. */
export class Conflict extends Error {
  readonly code = '40001';
}

/** Whether another transaction caused the error, so that a retry may succeed. */
export function isConflict(error: unknown): boolean {
  return hasCode(error, (code) => conflicts.has(code));
}

/** Whether the database is temporarily unavailable: the response is 503, and a retry may succeed (ERR-5). */
export function isUnavailable(error: unknown): boolean {
  return chain(error).some(
    (link) =>
      link instanceof Overload ||
      severities.has(link['severity']) ||
      socketKinds.has(link['kind']) ||
      [link['code'], link['originalCode'], link['errorCode']].some(saysUnavailable) ||
      hasMessage(link),
  );
}

/** The message of such an error, which a command includes in its own; null for other errors. */
export const unavailableMessage = (error: unknown): string | null =>
  isNativeError(error) && isUnavailable(error) ? error.message : null;

/** The reason why the database was unavailable. */
export type UnavailableReason = 'statement_timeout' | 'bulkhead' | 'database';

/** Classifies errors for which `isUnavailable` is true. */
export function findReason(error: unknown): UnavailableReason {
  if (chain(error).some((link) => link instanceof Overload)) return 'bulkhead';
  return hasCode(error, (code) => code === '57014') ? 'statement_timeout' : 'database';
}

/** Whether the database ended the session because a transaction was idle for too long. */
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

/** Deeper than Prisma nests errors, and a bound for cyclic causes. */
const depth = 6;

/** The error and its causes; Prisma keeps the driver's error in its metadata. */
function chain(error: unknown, left = depth): Link[] {
  if (!isLink(error) || left === 0) return [];
  const meta = isLink(error['meta']) ? error['meta']['driverAdapterError'] : undefined;
  return [error, ...chain(error['cause'], left - 1), ...chain(meta, left - 1)];
}
