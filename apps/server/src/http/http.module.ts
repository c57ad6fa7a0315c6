import type { Server } from 'node:http';
import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnModuleInit,
} from '@nestjs/common';
import { type AbstractHttpAdapter, HttpAdapterHost } from '@nestjs/core';
import type { Logger } from 'pino';
import { Configuration } from '@resource-catalogue/program';
import { Connections } from './connections.js';
import { Hosts } from './hosts.js';
import { RequestHead } from './request-head.js';
import { parserRejections, type Rejection } from './parser-rejections.js';
import { UnreadResponses } from './unread-responses.js';

const REJECTION = Symbol('rejection');

/** The raw server: the handlers that app.module.ts puts before every request, and the start of links. */
@Global()
@Module({ providers: [Hosts, RequestHead, Connections], exports: [Connections, RequestHead] })
export class HttpModule implements BeforeApplicationShutdown, OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost<AbstractHttpAdapter<Server>>,
    private readonly configuration: Configuration,
    private readonly connections: Connections,
    @Inject(REJECTION) private readonly rejection: Rejection,
  ) {}

  static forRoot(logger: Logger): DynamicModule {
    const rejection = {
      provide: REJECTION,
      useFactory: (hosts: Hosts) => parserRejections(hosts, logger),
      inject: [Hosts],
    };
    return { module: HttpModule, providers: [rejection] };
  }

  onModuleInit(): void {
    const server = this.host.httpAdapter.getHttpServer();
    this.connections.watch(server, this.rejection);
    new UnreadResponses(this.connections, this.configuration.responseBuffer).watch(server);
  }

  /** Closes remaining connections, for which the server would wait; a clean stop has closed them after their responses. */
  beforeApplicationShutdown(): void {
    this.connections.closeAll();
  }
}
