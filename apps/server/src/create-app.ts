import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import type { Configuration } from '@resource-catalogue/program';
import type { Database } from '@resource-catalogue/database';
import { catalogueDefinitions, columnsOfDefinitions, requireColumns, SummaryCache } from '@resource-catalogue/read';
import { AppModule, type Observers } from './app.module.js';
import { CatalogueAdapter } from './http/server.js';
import { Counts } from './observability/counts.js';
import { NestLogger } from './observability/nest-logger.js';
import { ApiDescription } from './openapi/document.js';

/** Creates the whole service on an open database, for the start and for every test. */
export async function createApp(
  configuration: Configuration,
  database: Database,
  logger: Logger,
  observers: Observers = {},
): Promise<NestExpressApplication> {
  await requireColumns(database.source, columnsOfDefinitions(catalogueDefinitions));
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(configuration, database, logger, observers),
    new CatalogueAdapter(configuration.trustProxy),
    { bodyParser: false, logger: new NestLogger(logger) },
  );
  app.get(ApiDescription, { strict: false }).describe(app);
  await app.init();
  const summaries = app.get(SummaryCache, { strict: false });
  observers.metrics?.observeService({ counts: app.get(Counts), database, summaries });
  return app;
}
