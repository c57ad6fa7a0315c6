import { type DynamicModule, Module } from '@nestjs/common';
import { type Database, LargeAnswers } from '@resource-catalogue/database';
import { Reader, SummaryCache } from '@resource-catalogue/read';

/** A reader of collections that the service writes: it shows the latest writes, which a replica may lack. */
export const PRIMARY_READER = Symbol('reader of the primary');

@Module({})
export class ReadModule {
  static forRoot(database: Database): DynamicModule {
    // One cache for all servers: a revision is a replicated value, so it identifies one state wherever it is read
    // (ADR 21).
    const cache = new SummaryCache();
    const large = new LargeAnswers();
    const primary = new Reader(database.source, cache, { large });
    // Without replicas both are one reader, which measures the tables only once.
    const reader = database.reads === database.source ? primary : primary.withSource(database.reads);
    return {
      module: ReadModule,
      global: true,
      providers: [
        { provide: SummaryCache, useValue: cache },
        { provide: LargeAnswers, useValue: large },
        { provide: Reader, useValue: reader },
        { provide: PRIMARY_READER, useValue: primary },
      ],
      exports: [Reader, PRIMARY_READER, SummaryCache, LargeAnswers],
    };
  }
}
