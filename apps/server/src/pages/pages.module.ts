import { Module } from '@nestjs/common';
import { Configuration } from '@resource-catalogue/program';
import { DATABASE, type Database, migrationsFolder, readMigrations } from '@resource-catalogue/database';
import { ApiDescription } from '../openapi/document.js';
import { HealthController, Readiness } from './health.controller.js';
import { PagesController } from './pages.controller.js';
import { PublicSpaces } from './public-spaces.js';

@Module({
  controllers: [HealthController, PagesController],
  providers: [
    ApiDescription,
    {
      provide: Readiness,
      useFactory: async ({ source }: Database) => new Readiness(source, await readMigrations(migrationsFolder)),
      inject: [DATABASE],
    },
    {
      provide: PublicSpaces,
      useFactory: ({ prisma }: Database, { publicSpaces }: Configuration) => new PublicSpaces(prisma, publicSpaces),
      inject: [DATABASE, Configuration],
    },
  ],
  // The home page and the reference describe the collections alike.
  exports: [ApiDescription],
})
export class PagesModule {}
