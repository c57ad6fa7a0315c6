import { type DynamicModule, Module } from '@nestjs/common';
import type { Database } from '../database/database.js';
import { Reader } from './reader.js';
import { SummaryCache } from './summary-cache.js';

@Module({})
export class ReadModule {
  static on(database: Database): DynamicModule {
    const reader = new Reader(database.source, new SummaryCache());
    return { module: ReadModule, global: true, providers: [{ provide: Reader, useValue: reader }], exports: [Reader] };
  }
}
