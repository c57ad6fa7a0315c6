import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ScopeGuard } from './http/scope.guard.js';
import type { Database } from './database/database.js';
import { DatabaseModule } from './database/database.module.js';
import { AcceptGuard } from './http/accept.guard.js';
import { BodyGuard } from './http/body.guard.js';
import { PagesModule } from './pages/pages.module.js';
import { ReadModule } from './read/read.module.js';
import { ResourcesModule } from './resources/resources.module.js';

@Module({})
export class AppModule {
  static on(database: Database): DynamicModule {
    return {
      module: AppModule,
      imports: [DatabaseModule.on(database), ReadModule.on(database), PagesModule.on(database), ResourcesModule],
      providers: [
        // ERR-4: 403, 406, 415, 413: guards run in this order.
        { provide: APP_GUARD, useClass: ScopeGuard },
        { provide: APP_GUARD, useClass: AcceptGuard },
        { provide: APP_GUARD, useClass: BodyGuard },
      ],
    };
  }
}
