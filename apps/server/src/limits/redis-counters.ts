import type { OnModuleDestroy } from '@nestjs/common';
import { createClient, type RedisClientOptions } from '@redis/client';
import { type RateLimiterAbstract, RateLimiterRedis } from 'rate-limiter-flexible';
import { within } from '@resource-catalogue/database';
import { type Counter, SharedCounters } from './rate-limiter.js';

/** Milliseconds. */
interface RedisTimeouts {
  /** Longest wait of a request for Redis. */
  readonly answer: number;
  /** Between two pings, and between two attempts to connect. */
  readonly look: number;
  /** Longest wait for a connection, and for the answer to a ping. */
  readonly silence: number;
}

const redisTimeouts: RedisTimeouts = { answer: 50, look: 500, silence: 2000 };

/** Windows of all instances in one Redis. While Redis is unavailable, each instance counts alone. */
export class RedisCounters extends SharedCounters implements OnModuleDestroy {
  private readonly client: ReturnType<typeof createRedisClient>;
  private answers = true;
  private pause: NodeJS.Timeout | undefined;

  private constructor(
    url: string,
    private readonly report: (line: string) => void,
    private readonly timeouts: RedisTimeouts,
  ) {
    super();
    this.client = createRedisClient(url, timeouts)
      .on('error', (error: Error) => this.client.isOpen && this.note(false, error))
      .on('ready', () => this.note(true));
  }

  /** Resolves once it is known whether Redis answers, ideally before the first request. */
  static async connect(url: string, report: (line: string) => void, timeouts = redisTimeouts): Promise<RedisCounters> {
    const counters = new RedisCounters(url, report, timeouts);
    await within(timeouts.silence, counters.client.connect()).catch((error: Error) => counters.note(false, error));
    return counters;
  }

  share(name: string, own: RateLimiterAbstract): Counter {
    const limiter = new RateLimiterRedis({
      storeClient: this.client,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      insuranceLimiter: own,
      keyPrefix: `resource-catalogue:${name}`,
      // The quota differs from key to key, so the limiter only counts.
      points: Number.MAX_SAFE_INTEGER,
      duration: 1,
    });
    return {
      consume: (key, points, options) => {
        const consumed = limiter.consume(key, points, options);
        within(this.timeouts.answer, consumed).catch((error: Error) => this.connectAgain(error));
        return consumed;
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
   * Fails all requests that wait for Redis, so that local windows count them and later ones, until Redis answers a
   * handshake. The client has no time limit for a command that it has sent.
   */
  private connectAgain(error: Error): void {
    if (!this.client.isReady) return;
    this.note(false, error);
    this.client.destroy();
    // A slow Redis answers the handshake: without a pause, each late answer would create a connection.
    this.pause = setTimeout(() => void this.client.connect().catch(() => undefined), this.timeouts.look);
  }

  private note(answers: boolean, error?: Error): void {
    if (answers === this.answers) return;
    this.answers = answers;
    this.report(
      answers
        ? 'Redis answers: the instances count requests together.'
        : `Redis does not answer: this instance counts its requests alone. ${error?.message}`,
    );
  }
}

function createRedisClient(url: string, timeouts: RedisTimeouts) {
  const options = {
    url,
    disableOfflineQueue: true,
    // Without pings, an idle connection would be closed like a silent one.
    pingInterval: timeouts.look,
    socket: {
      connectTimeout: timeouts.silence,
      socketTimeout: timeouts.silence,
      reconnectStrategy: () => timeouts.look,
    },
  } satisfies RedisClientOptions;
  return createClient(options);
}
