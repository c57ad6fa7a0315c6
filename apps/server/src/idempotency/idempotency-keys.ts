import { createHash } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Prisma } from '@resource-catalogue/prisma';
import { within } from '@resource-catalogue/concurrency';
import { DATABASE, type Database, tryLockName } from '@resource-catalogue/database';
import { removeExpiredKeys } from './expired-keys.js';
import { ProblemError } from '../errors/problem-error.js';
import { describeCause } from '../observability/failure-log.js';

/** Maximum milliseconds that shutdown waits for the last removal of expired keys. */
const timeoutAtStop = 2000;

/** One use of a key: its owner, the key itself, and the request. */
export interface KeyUse {
  readonly tokenId: string;
  readonly key: string;
  readonly requestHash: Uint8Array<ArrayBuffer>;
}

/** The first response, as it was sent. */
export interface StoredResponse {
  readonly projectId: string;
  readonly text: string;
}

/** The same request has the same bytes (WRITE-7). */
export function requestHash(query: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(`${query}\n`).update(body).digest());
}

@Injectable()
export class IdempotencyKeys implements OnApplicationShutdown {
  private readonly logger = new Logger(IdempotencyKeys.name);
  /** Keys in use by this instance. Other instances hold locks for theirs. */
  private readonly running = new Set<string>();
  private removing: Promise<void> | undefined;
  private removedUntil = new Date(0);
  private removalFailed = false;

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Runs after the last request and before the database closes. */
  async onApplicationShutdown(): Promise<void> {
    await within(timeoutAtStop, this.removing ?? Promise.resolve()).catch(() => undefined);
  }

  /**
   * Returns the stored response, or runs the work as the only use of the key: 409 while another one runs, 422 for
   * another request.
   */
  async once<T>(use: KeyUse, work: () => Promise<T>, replay: (kept: StoredResponse) => T): Promise<T> {
    const name = lockName(use);
    const kept = this.running.has(name) ? null : await this.database.writing(() => find(this.database.prisma, use));
    if (kept) return replay(kept);
    if (this.running.has(name)) throw stillRunning();
    this.running.add(name);
    try {
      const result = await work();
      this.removing ??= this.removeExpired().finally(() => (this.removing = undefined));
      return result;
    } finally {
      this.running.delete(name);
    }
  }

  /**
   * Runs first in the transaction: until it ends, no other instance can use the key. Returns a response stored
   * meanwhile.
   */
  async claim(transaction: Prisma.TransactionClient, use: KeyUse): Promise<StoredResponse | null> {
    const free = await tryLockName(transaction, lockName(use));
    const kept = await find(transaction, use);
    if (!kept && !free) throw stillRunning();
    return kept;
  }

  /**
   * Runs last in the transaction: stores the response together with the project for 24 hours (WRITE-7), replacing an
   * expired response. All times are the database's, because the clocks of instances may differ.
   */
  async keep(transaction: Prisma.TransactionClient, use: KeyUse, { projectId, text }: StoredResponse): Promise<void> {
    await transaction.$executeRaw`
      INSERT INTO idempotency_keys (token_id, key, request_hash, project_id, answer, created_at, expires_at)
      VALUES (${use.tokenId}::uuid, ${use.key}, ${use.requestHash}, ${projectId}::uuid, ${text}, now(), now() + interval '24 hours')
      ON CONFLICT (token_id, key) DO UPDATE SET request_hash = excluded.request_hash, project_id = excluded.project_id,
        answer = excluded.answer, created_at = excluded.created_at, expires_at = excluded.expires_at`;
  }

  /** Runs after a create and outside its transaction, so that expired keys never slow down a create or make it fail. */
  private async removeExpired(): Promise<void> {
    try {
      this.removedUntil = await removeExpiredKeys(this.database, this.removedUntil);
      this.removalFailed = false;
    } catch (error) {
      if (!this.removalFailed)
        this.logger.warn(`Expired idempotency keys cannot be deleted now: ${describeCause(error)}`);
      this.removalFailed = true;
    }
  }
}

const lockName = ({ tokenId, key }: KeyUse): string => `idempotency key ${tokenId} ${key}`;

async function find(
  prisma: Pick<Prisma.TransactionClient, '$queryRaw'>,
  { tokenId, key, requestHash: hash }: KeyUse,
): Promise<StoredResponse | null> {
  const [kept] = await prisma.$queryRaw<readonly (StoredResponse & { readonly same: boolean })[]>`
    SELECT project_id AS "projectId", answer AS text, request_hash = ${hash} AS same FROM idempotency_keys
    WHERE token_id = ${tokenId}::uuid AND key = ${key} AND expires_at > now()`;
  if (!kept) return null;
  if (kept.same) return { projectId: kept.projectId, text: kept.text };
  throw new ProblemError(
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request: send a new one.',
  );
}

function stillRunning(): ProblemError {
  return new ProblemError('conflict', 'A request with this Idempotency-Key is still running: try again.', {
    headers: { 'Retry-After': '1' },
  });
}
