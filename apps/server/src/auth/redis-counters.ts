import type { OnModuleDestroy } from '@nestjs/common';
import { createClient, type RedisClientOptions } from '@redis/client';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { within } from '@resource-catalogue/database';
import { type Counter, SharedCounters } from './authentication.middleware.js';

/** In milliseconds. */
interface RedisTimeouts {
  /** How long a request waits for Redis. */
  readonly answer: number;
  /** From one look whether Redis answers to the next. */
  readonly look: number;
  /** After which a connection that hears nothing is made again. */
  readonly silence: number;
}

const redisTimeouts: RedisTimeouts = { answer: 50, look: 500, silence: 2000 };

const keyPrefix = 'resource-catalogue';

/**
 * Windows of all instances in one Redis. While Redis does not answer, each instance counts alone, without asking it: only
 * the requests that were waiting when it went have waited, and a look every half second finds out when it is back.
 */
export class RedisCounters extends SharedCounters implements OnModuleDestroy {
  private readonly client: ReturnType<typeof createRedisClient>;
  private readonly looked: RateLimiterRedis;
  private answers: boolean | undefined;
  private answeredAt = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  private constructor(
    url: string,
    private readonly report: (line: string) => void,
    private readonly timeouts: RedisTimeouts,
  ) {
    super();
    this.client = createRedisClient(url, timeouts);
    // Whatever it is, the requests notice that Redis does not answer.
    this.client.on('error', () => undefined);
    this.looked = this.limiter('look');
  }

  /** Resolves once it is known whether Redis answers, as it should before the first request. */
  static async connect(url: string, report: (line: string) => void, timeouts = redisTimeouts): Promise<RedisCounters> {
    const counters = new RedisCounters(url, report, timeouts);
    const connected = counters.client.connect().catch(() => undefined);
    await within(timeouts.silence, connected).catch(() => undefined);
    await counters.look();
    return counters;
  }

  share(name: string, own: Counter): Counter {
    const limiter = this.limiter(name);
    return {
      consume: (key, points, options) =>
        this.answers === true
          ? this.asked(limiter.consume(key, points, options)).catch(() => own.consume(key, points, options))
          : own.consume(key, points, options),
      // In Redis a key ends with its window, and what is forgotten here may be in use elsewhere.
      delete: (key) => own.delete(key),
    };
  }

  onModuleDestroy(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.client.destroy();
  }

  /** The quota differs from key to key, so the limiter only counts. A key ends with its window. */
  private limiter(name: string): RateLimiterRedis {
    return new RateLimiterRedis({
      storeClient: this.client,
      useRedisPackage: true,
      keyPrefix: `${keyPrefix}:${name}`,
      points: Number.MAX_SAFE_INTEGER,
      duration: 1,
    });
  }

  /** Counts as requests do: a Redis that is read-only or full answers a PING all the same. */
  private async look(): Promise<void> {
    const answered = await this.asked(this.looked.consume('')).then(
      () => true,
      () => false,
    );
    if (this.closed) return;
    if (answered) this.note(true, 'Redis answers: the instances count requests together.');
    else this.connectAgain();
    this.timer = setTimeout(() => void this.look(), this.timeouts.look).unref();
  }

  /** The client's own limit does not see a connection that has died without a word, as each look writes to it. */
  private connectAgain(): void {
    if (!this.client.isReady || performance.now() - this.answeredAt < this.timeouts.silence) return;
    this.client.destroy();
    this.client.connect().catch(() => undefined);
  }

  private async asked<T>(answer: Promise<T>): Promise<T> {
    try {
      const result = await within(this.timeouts.answer, answer);
      this.answeredAt = performance.now();
      return result;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.note(false, `Redis does not answer: this instance counts its requests alone. ${reason}`);
      throw error;
    }
  }

  private note(answers: boolean, line: string): void {
    if (this.closed) return;
    // The first answer is what everybody expects.
    if (answers !== this.answers && !(answers && this.answers === undefined)) this.report(line);
    this.answers = answers;
  }
}

function createRedisClient(url: string, timeouts: RedisTimeouts) {
  const options = {
    url,
    // What cannot be asked now is not to be asked later.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: timeouts.silence,
      socketTimeout: timeouts.silence,
      reconnectStrategy: () => timeouts.look,
    },
  } satisfies RedisClientOptions;
  return createClient(options);
}
