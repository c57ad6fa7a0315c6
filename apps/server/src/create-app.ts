import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import { Logger as NestLogger } from './observability/nest-logger.js';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import { Authenticator } from './auth/authenticator.js';
import { TokenLookup } from './auth/token-lookup.js';
import type { Database } from './database/database.js';
import { BaseUrl } from './http/base-url.js';
import { CatalogueAdapter } from './http/catalogue-adapter.js';
import { crossOrigin } from './http/cross-origin.js';
import { gate } from './http/gate.js';
import { ProblemFilter } from './http/problem.filter.js';
import { requestIds } from './http/request-ids.js';
import { requestSize } from './http/request-size.js';
import { TokenLimits } from './http/token-limits.js';
import { requestLog } from './observability/request-log.js';
import { serveReference } from './openapi/reference.js';
import type { Settings } from './settings/settings.js';

/** The whole service on an open database: the start and every test go through here, so that both have the same rules. */
export async function createApp(
  settings: Settings,
  database: Database,
  logger: Logger,
): Promise<NestExpressApplication> {
  const baseUrl = new BaseUrl(settings.publicUrl);
  const application = express();
  application.disable('x-powered-by');
  application.disable('etag');
  // HTTP-7: both must be set before the router exists.
  application.enable('case sensitive routing');
  application.enable('strict routing');
  // FILT-2, FILT-9: the framework's parsers accept what the interface refuses; http/list-params reads the raw query.
  application.set('query parser', false);
  application.set('trust proxy', settings.trustProxy);

  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.on(database),
    new CatalogueAdapter(application, baseUrl),
    {
      bodyParser: false,
      logger: new NestLogger(logger),
      forceCloseConnections: true,
    },
  );
  app.useGlobalFilters(new ProblemFilter(baseUrl, logger));
  app.use(requestIds, requestLog(logger), requestSize);
  if (settings.corsOrigins.length > 0) app.use(crossOrigin(settings.corsOrigins));
  const tokens = new TokenLookup(database.prisma, settings.rateLimit);
  app.use(gate(application, new Authenticator(tokens, settings.authFailureLimit), new TokenLimits()));
  serveReference(app, application, baseUrl);
  await app.init();
  return app;
}
