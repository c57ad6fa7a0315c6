import { Module } from '@nestjs/common';
import { DATABASE, type Database } from '../database/database.js';
import { HealthController, Readiness } from './health.controller.js';
import { PagesController } from './pages.controller.js';

@Module({
  controllers: [HealthController, PagesController],
  providers: [{ provide: Readiness, useFactory: ({ source }: Database) => new Readiness(source), inject: [DATABASE] }],
})
export class PagesModule {}
