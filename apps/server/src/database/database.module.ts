import { type DynamicModule, Module } from '@nestjs/common';
import type { Database } from './database.js';

/** The open database, for what writes to it. */
export const DATABASE = Symbol('database');

@Module({})
export class DatabaseModule {
  static on(database: Database): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [{ provide: DATABASE, useValue: database }],
      exports: [DATABASE],
    };
  }
}
