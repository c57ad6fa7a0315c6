import { type DynamicModule, Module } from '@nestjs/common';
import type { Database } from '../database/database.js';
import { HealthController } from './health.controller.js';
import { PagesController } from './pages.controller.js';
import { Readiness } from './readiness.js';

@Module({})
export class PagesModule {
  static on(database: Database): DynamicModule {
    return {
      module: PagesModule,
      controllers: [HealthController, PagesController],
      providers: [{ provide: Readiness, useValue: new Readiness(database.source) }],
    };
  }
}
