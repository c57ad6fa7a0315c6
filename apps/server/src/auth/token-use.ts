import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { within } from '@resource-catalogue/concurrency';
import { DATABASE, type Database } from '@resource-catalogue/database';
import { errorMessage } from '@resource-catalogue/program';
import { type KnownToken, TokenLookup } from '@resource-catalogue/tokens';

/** Milliseconds between two statements that store uses: each write also invalidates the response cache (HTTP-2). */
const interval = 60_000;

/** Maximum milliseconds that shutdown waits for the last statement. */
const timeoutAtStop = 2000;

/** A statement of this size stays far below its time limit, however many tokens are in use. */
const batchSize = 5000;

const day = 24 * 60 * 60 * 1000;

/** A token in use is logged this many milliseconds before it expires, so that it can be rotated. */
const noticePeriod = 7 * day;

/** When tokens were last used: kept in memory and stored once a minute, so that requests do not wait for a write. */
@Injectable()
export class TokenUse implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(TokenUse.name);
  private readonly unstored = new Map<string, number>();
  /** The times when tokens were last logged. */
  private readonly noticed = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private storing: Promise<void> | undefined;
  private failed = false;

  constructor(
    private readonly tokens: TokenLookup,
    @Inject(DATABASE) private readonly database: Pick<Database, 'prisma' | 'writing'>,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.store(), interval).unref();
  }

  /** Runs after the last request and before the database closes. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    const last = (this.storing ?? Promise.resolve()).then(() => this.store());
    await within(timeoutAtStop, last).catch(() => undefined);
  }

  /** A failed store is retried the next time: the service continues on a read-only database. */
  store(): Promise<void> {
    for (const [id, token] of this.tokens.takeUsed()) {
      this.unstored.set(id, token.usedAt);
      this.noticeExpiry(id, token);
    }
    this.storing ??= this.write().finally(() => (this.storing = undefined));
    return this.storing;
  }

  private async write(): Promise<void> {
    if (this.unstored.size === 0) return;
    const uses = [...this.unstored];
    try {
      for (let start = 0; start < uses.length; start += batchSize)
        await this.update(uses.slice(start, start + batchSize));
      for (const [id, at] of uses) if (this.unstored.get(id) === at) this.unstored.delete(id);
      this.failed = false;
    } catch (error) {
      if (!this.failed) this.logger.warn(`The last use of tokens cannot be stored: ${lastLine(error)}`);
      this.failed = true;
    }
  }

  /** The latest time of several instances wins. If two instances deadlock, one fails and stores again later. */
  private async update(uses: readonly (readonly [id: string, at: number])[]): Promise<void> {
    const ids = uses.map(([id]) => id);
    const instants = uses.map(([, at]) => new Date(at).toISOString());
    await this.database.writing(
      () => this.database.prisma.$executeRaw`
        UPDATE access_tokens SET last_used_at = used.at
        FROM unnest(${ids}::uuid[], ${instants}::timestamptz[]) AS used (id, at)
        WHERE access_tokens.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`,
    );
  }

  private noticeExpiry(id: string, { usedAt, expiresAt }: KnownToken): void {
    if (expiresAt - usedAt > noticePeriod || usedAt - (this.noticed.get(id) ?? -Infinity) < day) return;
    this.noticed.set(id, usedAt);
    this.logger.warn(`The token ${id} is in use and expires at ${new Date(expiresAt).toISOString()}.`);
  }
}

/** Prisma's messages begin with its own call and end with the message of the database. */
function lastLine(error: unknown): string {
  const lines = errorMessage(error).trim().split('\n');
  return (lines.at(-1) ?? '').slice(0, 200);
}
