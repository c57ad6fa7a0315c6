import { once } from 'node:events';
import type { OnModuleDestroy } from '@nestjs/common';
import { createClient, ErrorReply, type RedisClientOptions } from '@redis/client';
import { type RateLimiterAbstract, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { within } from '@resource-catalogue/concurrency';
import { describeCause } from '../observability/failure-log.js';
import { type Counter, SharedCounters } from './shared-counters.js';

/** Times in milliseconds. */
interface RedisTimeouts {
  /** Longest wait of a request for Redis. */
  readonly response: number;
  /** Pause between two pings, and between two attempts to connect. */
  readonly retryPause: number;
  /** Longest wait for a connection, and for the response to a ping. */
  readonly silence: number;
  /** Time without failures before a successful count ends an outage: one key may fail while others succeed. */
  readonly quiet: number;
}

const redisTimeouts: RedisTimeouts = { response: 50, retryPause: 500, silence: 2000, quiet: 2000 };

/** Windows of all instances in one Redis. While Redis is unavailable, each instance counts alone. */
export class RedisCounters extends SharedCounters implements OnModuleDestroy {
  private readonly client: ReturnType<typeof createRedisClient>;
  /** When Redis last failed, by `performance.now()`; null while it counts. */
  private failedAt: number | null = null;
  private pause: NodeJS.Timeout | undefined;

  private constructor(
    url: string,
    private readonly report: (line: string) => void,
    private readonly timeouts: RedisTimeouts,
  ) {
    super();
    this.client = createRedisClient(url, timeouts)
      .on('error', (error: Error) => this.client.isOpen && this.reportFailure(error))
      .on('ready', () => this.reportRecovery());
  }

  /** Resolves once it is known whether Redis responds, ideally before the first request. */
  static async connect(url: string, report: (line: string) => void, timeouts = redisTimeouts): Promise<RedisCounters> {
    const counters = new RedisCounters(url, report, timeouts);
    // The client keeps trying after an error.
    const known = Promise.race([counters.client.connect(), once(counters.client, 'error')]);
    await within(timeouts.silence, known).catch((error: Error) => counters.reportFailure(error));
    return counters;
  }

  share(name: string, own: RateLimiterAbstract): Counter {
    const limiter = new RateLimiterRedis({
      storeClient: this.client,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      keyPrefix: `resource-catalogue:${name}`,
      // The quota differs from key to key, so the limiter only counts.
      points: Number.MAX_SAFE_INTEGER,
      duration: 1,
    });
    return {
      consume: (key, points, options) => {
        const checkCount = limiter
          .consume(key, points, options)
          .catch(takeRejection)
          .then((count) => this.counted(count))
          .catch((error: unknown) => {
            // The client itself reports a lost connection.
            if (error instanceof ErrorReply || error instanceof InvalidCount) this.reportFailure(error);
            return own.consume(key, points, options);
          });
        within(this.timeouts.response, checkCount).catch((error: Error) => this.connectAgain(error));
        return checkCount;
      },
      // In Redis a key expires with its window, and a key dropped here may be in use elsewhere.
      delete: (key) => own.delete(key),
    };
  }

  onModuleDestroy(): void {
    clearTimeout(this.pause);
    this.client.destroy();
  }

  /**
   * Fails all requests that wait for Redis, so that local windows count them and later ones, until Redis responds to a
   * handshake. The client has no time limit for a command that it has sent.
   */
  private connectAgain(error: Error): void {
    if (!this.client.isReady) return;
    this.reportFailure(error);
    this.client.destroy();
    // A slow Redis responds to the handshake: without a pause, each late response would create a connection.
    this.pause = setTimeout(() => void this.client.connect().catch(() => undefined), this.timeouts.retryPause);
  }

  private counted(count: RateLimiterRes): RateLimiterRes {
    const { consumedPoints, msBeforeNext } = count;
    if (!(consumedPoints >= 1 && msBeforeNext >= 0))
      throw new InvalidCount(`A counter has the value ${consumedPoints} and ends in ${msBeforeNext} ms.`);
    if (this.failedAt !== null && performance.now() - this.failedAt >= this.timeouts.quiet) this.reportRecovery();
    return count;
  }

  private reportRecovery(): void {
    if (this.failedAt === null) return;
    this.failedAt = null;
    this.report('Redis is available again; sharing request counts.');
  }

  private reportFailure(error: Error): void {
    const isKnown = this.failedAt !== null;
    this.failedAt = performance.now();
    if (isKnown) return;
    this.report(`Redis is unavailable; counting requests locally. ${describeFailure(error)}`);
  }
}

/** The value in Redis under the key of a counter is not a count. */
class InvalidCount extends Error {
  override readonly name = 'InvalidCount';
}

/** A rejection because the count exceeds `points` contains the count. */
function takeRejection(rejected: unknown): RateLimiterRes {
  if (rejected instanceof RateLimiterRes) return rejected;
  throw rejected;
}

/** The reason of a failure. Redis may quote arguments of a command, such as the password in HELLO, so omit them. */
function describeFailure(error: Error): string {
  if (!(error instanceof ErrorReply)) return describeCause(error);
  return error.message.split(', with args')[0] ?? '';
}

function createRedisClient(url: string, timeouts: RedisTimeouts) {
  const options = {
    url,
    disableOfflineQueue: true,
    // To prepare for these, the client resolves the host before its handshake, and so misses an error sent at once.
    maintNotifications: 'disabled',
    // Without pings, an idle connection would be closed like a silent one.
    pingInterval: timeouts.retryPause,
    socket: {
      connectTimeout: timeouts.silence,
      socketTimeout: timeouts.silence,
      reconnectStrategy: () => timeouts.retryPause,
    },
  } satisfies RedisClientOptions;
  return createClient(options);
}
