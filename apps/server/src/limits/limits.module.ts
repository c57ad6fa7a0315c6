import cluster from 'node:cluster';
import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { Configuration } from '@resource-catalogue/program';
import { SharedCounters } from './rate-limiter.js';

/** Quotas of requests, counted together with other processes where there are any. */
@Module({})
export class LimitsModule {
  static on(logger: Logger): DynamicModule {
    const useFactory = ({ redisUrl }: Configuration): Promise<SharedCounters | null> =>
      sharedCounters(redisUrl, (line) => logger.warn(line));
    return {
      module: LimitsModule,
      providers: [{ provide: SharedCounters, useFactory, inject: [Configuration] }],
      exports: [SharedCounters],
    };
  }
}

/** Loads what counts together only where it is needed. */
async function sharedCounters(redisUrl: string | null, report: (line: string) => void): Promise<SharedCounters | null> {
  if (redisUrl !== null) return (await import('./redis-counters.js')).RedisCounters.connect(redisUrl, report);
  return cluster.isWorker ? new (await import('./worker-counters.js')).WorkerCounters() : null;
}
