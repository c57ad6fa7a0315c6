import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { AppModule, type Observers } from './app.module.js';
import type { Configuration } from './config/configuration.js';
import type { Database } from './database/database.js';
import { CatalogueAdapter } from './http/server.js';
import { Counts } from './observability/counts.js';
import { NestLogger } from './observability/log.js';
import { ApiDescription } from './openapi/document.js';
import { catalogueDefinitions } from './read/catalogue-definitions.js';
import { columnsOfDefinitions } from './read/definition.js';
import { SummaryCache } from './read/summary-cache.js';
import { requireColumns } from './read/schema.js';

/** The whole service on an open database: the start and every test go through here, so that both have the same rules. */
export async function createApp(
  configuration: Configuration,
  database: Database,
  logger: Logger,
  observers: Observers = {},
): Promise<NestExpressApplication> {
  await requireColumns(database.source, columnsOfDefinitions(catalogueDefinitions));
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.on(configuration, database, logger, observers),
    new CatalogueAdapter(configuration.trustProxy),
    {
      bodyParser: false,
      logger: new NestLogger(logger),
      forceCloseConnections: true,
    },
  );
  app.get(ApiDescription, { strict: false }).describe(app);
  await app.init();
  const summaries = app.get(SummaryCache, { strict: false });
  observers.metrics?.observeService({ counts: app.get(Counts), database, summaries });
  return app;
}
