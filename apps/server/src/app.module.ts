import { type DynamicModule, Inject, Module, type NestModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, HttpAdapterHost } from '@nestjs/core';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { Configuration } from '@resource-catalogue/program';
import { type Database, DatabaseModule, readState } from '@resource-catalogue/database';
import { TokenLookup } from '@resource-catalogue/tokens';
import { Authentication } from './auth/authentication.js';
import { JwtVerifier } from './auth/jwt-verifier.js';
import { TokenUse } from './auth/token-use.js';
import { CalendarsModule } from './calendars/calendars.module.js';
import { FeedGuard } from './guards/feed.guard.js';
import { AcceptGuard } from './guards/accept.guard.js';
import { BodyGuard } from './guards/body.guard.js';
import { MirrorGuard } from './guards/mirror.guard.js';
import { ScopeGuard } from './guards/scope.guard.js';
import { ConfigurationModule } from './config/configuration.module.js';
import { Connections } from './http/connections.js';
import { crossOrigin } from './http/cross-origin.js';
import { HttpModule } from './http/http.module.js';
import type { CatalogueAdapter } from './http/server.js';
import { RequestHead } from './http/request-head.js';
import { openCounters } from './limits/open-counters.js';
import { SharedCounters } from './limits/shared-counters.js';
import { Counts } from './observability/counts.js';
import { FailureLog } from './observability/failure-log.js';
import { type RequestLog, requestLog, traceIdIn } from './http/request-log.js';
import type { Metrics } from './observability/metrics.js';
import { RecoveryLog } from './observability/recovery-log.js';
import type { Tracing } from './observability/tracing.js';
import { ReferenceController } from './openapi/reference.controller.js';
import { PageFilter } from './pages/page.filter.js';
import { PagesModule } from './pages/pages.module.js';
import { ReadModule } from './read/read.module.js';
import { Routes } from './http/routes.js';
import { ResourcesModule } from './resources/resources.module.js';
import { Responses } from './response/responses.js';
import { UnchangedResponses } from './response/unchanged-responses.js';

const REQUEST_LOG = Symbol('request log');
const OBSERVERS = Symbol('observers');

/** Monitoring, if an operator has enabled it. */
export interface Observers {
  readonly metrics?: Metrics | null;
  readonly tracing?: Tracing | null;
}

/** The whole service, and the order in which every request is checked (ERR-4). */
@Module({})
export class AppModule implements NestModule {
  private readonly allowOrigin: ReturnType<typeof crossOrigin> | null;

  constructor(
    private readonly host: HttpAdapterHost<CatalogueAdapter>,
    private readonly connections: Connections,
    private readonly head: RequestHead,
    configuration: Configuration,
    private readonly routes: Routes,
    private readonly authentication: Authentication,
    private readonly responses: Responses,
    @Inject(REQUEST_LOG) private readonly log: RequestLog,
    @Inject(OBSERVERS) private readonly observers: Observers,
  ) {
    const { corsOrigins } = configuration;
    this.allowOrigin = corsOrigins.length > 0 ? crossOrigin(corsOrigins) : null;
  }

  static forRoot(
    configuration: Configuration,
    database: Database,
    logger: Logger,
    observers: Observers,
  ): DynamicModule {
    const traceIdOf = observers.tracing ? () => observers.tracing?.traceId() : traceIdIn;
    return {
      module: AppModule,
      imports: [
        ConfigurationModule.forRoot(configuration),
        DatabaseModule.forRoot(database),
        HttpModule.forRoot(logger),
        ReadModule.forRoot(database),
        PagesModule,
        CalendarsModule,
        ResourcesModule,
      ],
      controllers: [ReferenceController],
      providers: [
        Routes,
        Authentication,
        UnchangedResponses,
        Counts,
        TokenLookup,
        JwtVerifier,
        TokenUse,
        {
          provide: SharedCounters,
          useFactory: () => openCounters(configuration.redisUrl, (line) => logger.warn(line)),
        },
        { provide: OBSERVERS, useValue: observers },
        { provide: REQUEST_LOG, useValue: requestLog(logger, configuration, traceIdOf) },
        { provide: FailureLog, useFactory: () => new FailureLog(logger) },
        { provide: RecoveryLog, useFactory: () => new RecoveryLog(logger, () => readState(database.source)) },
        // In the order of ERR-4: 405 for a mirror, 404 and 429 for a feed, 403, 406, then 415 and 413.
        { provide: APP_GUARD, useClass: MirrorGuard },
        { provide: APP_GUARD, useClass: FeedGuard },
        { provide: APP_GUARD, useClass: ScopeGuard },
        { provide: APP_GUARD, useClass: AcceptGuard },
        { provide: APP_GUARD, useClass: BodyGuard },
        // The parameters (400) and the controller come after all guards.
        Responses,
        { provide: APP_FILTER, useClass: PageFilter },
      ],
    };
  }

  configure(): void {
    const { httpAdapter } = this.host;
    const { metrics, tracing } = this.observers;
    httpAdapter.send = this.responses.send;
    httpAdapter.use(
      this.connections.handler,
      ...(tracing ? [tracing.requests(this.routes)] : []),
      ...(metrics ? [metrics.requests(this.routes)] : []),
      this.checks,
    );
  }

  /**
   * All checks before routing, since guards do not run for unknown paths, for which 401 comes before 404. A single
   * Express handler, because finding the next handler takes time, and Nest middleware even more.
   */
  private readonly checks: RequestHandler = async (request, response, next) => {
    this.log(request, response);
    // Rejects with 414, 431 or 400.
    this.head.check(request, response);
    this.allowOrigin?.(request, response);
    // Responds with 204.
    if (this.routes.respondToOptions(request, response)) return;
    // Rejects with 401 or 429.
    await this.authentication.check(request, response);
    // Rejects with 404 or 405.
    this.routes.check(request);
    next();
  };
}
