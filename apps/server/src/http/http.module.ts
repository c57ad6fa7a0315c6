import type { Server } from 'node:http';
import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { type AbstractHttpAdapter, HttpAdapterHost } from '@nestjs/core';
import { Configuration } from '@resource-catalogue/program';
import { Connections } from './connections.js';
import { Hosts } from './hosts.js';
import { RequestHead } from './request-head.js';
import { UnreadAnswers } from './unread-answers.js';

/** The raw server: what app.module.ts puts before every request, and what links begin with. */
@Global()
@Module({ providers: [Hosts, RequestHead, Connections], exports: [Connections, RequestHead] })
export class HttpModule implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost<AbstractHttpAdapter<Server>>,
    private readonly configuration: Configuration,
    private readonly connections: Connections,
  ) {}

  onModuleInit(): void {
    const server = this.host.httpAdapter.getHttpServer();
    this.connections.watch(server);
    new UnreadAnswers(this.connections, this.configuration.responseBuffer).watch(server);
  }
}
