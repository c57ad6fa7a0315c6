import { type DynamicModule, Module } from '@nestjs/common';
import type { Database } from '../database/database.js';
import { Reader } from './reader.js';
import { SummaryCache } from './summary-cache.js';

/** A reader of what the service itself writes: it shows what was written a moment ago, as no replica need do. */
export const PRIMARY_READER = Symbol('reader of the primary');

@Module({})
export class ReadModule {
  static on(database: Database): DynamicModule {
    // One cache for all servers: a revision is a replicated value, so it stands for one state wherever it is read (ADR 21).
    const cache = new SummaryCache();
    return {
      module: ReadModule,
      global: true,
      providers: [
        { provide: SummaryCache, useValue: cache },
        { provide: Reader, useValue: new Reader(database.reads, cache) },
        { provide: PRIMARY_READER, useValue: new Reader(database.source, cache) },
      ],
      exports: [Reader, PRIMARY_READER],
    };
  }
}
