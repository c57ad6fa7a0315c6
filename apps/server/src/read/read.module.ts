import { type DynamicModule, Module } from '@nestjs/common';
import type { Database } from '../database/database.js';
import { Reader } from './reader.js';
import { SummaryCache } from './summary-cache.js';

@Module({})
export class ReadModule {
  static on(database: Database): DynamicModule {
    const cache = new SummaryCache();
    return {
      module: ReadModule,
      global: true,
      providers: [
        { provide: SummaryCache, useValue: cache },
        { provide: Reader, useValue: new Reader(database.source, cache) },
      ],
      exports: [Reader],
    };
  }
}
