import { type DynamicModule, Module } from '@nestjs/common';
import type { Database } from '../database/database.js';
import { FragmentCache } from './fragment-cache.js';
import { Reader } from './reader.js';

@Module({})
export class ReadModule {
  static on(database: Database): DynamicModule {
    const reader = new Reader(database.source, new FragmentCache());
    return { module: ReadModule, global: true, providers: [{ provide: Reader, useValue: reader }], exports: [Reader] };
  }
}
