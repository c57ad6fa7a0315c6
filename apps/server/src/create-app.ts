import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import type { Configuration } from './config/configuration.js';
import type { Database } from './database/database.js';
import { CatalogueAdapter } from './http/server.js';
import { NestLogger } from './observability/log.js';
import { ReferenceController } from './openapi/reference.controller.js';
import { columnsOfDefinitions } from './read/definition.js';
import { requireColumns } from './read/schema.js';

/** The whole service on an open database: the start and every test go through here, so that both have the same rules. */
export async function createApp(
  configuration: Configuration,
  database: Database,
  logger: Logger,
): Promise<NestExpressApplication> {
  await requireColumns(database.source, columnsOfDefinitions());
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.on(configuration, database, logger),
    new CatalogueAdapter(configuration.trustProxy),
    {
      bodyParser: false,
      logger: new NestLogger(logger),
      forceCloseConnections: true,
    },
  );
  app.get(ReferenceController).describe(app);
  await app.init();
  return app;
}
