import { type DynamicModule, Module } from '@nestjs/common';
import { LargeResponses } from '@resource-catalogue/concurrency';
import type { Database } from '@resource-catalogue/database';
import { Reader, SummaryCache } from '@resource-catalogue/read';
import { CATALOGUE_PRISMA, withReads } from './catalogue-prisma.js';

/** A reader of the primary, for `Reader.withSource` in transactions. */
export const PRIMARY_READER = Symbol('reader of the primary');

@Module({})
export class ReadModule {
  static forRoot(database: Database): DynamicModule {
    // One cache for all servers: a revision is a replicated value, so it identifies one state wherever it is read
    // (ADR 21).
    const cache = new SummaryCache();
    const large = new LargeResponses();
    const primary = new Reader(database.source, cache, { large });
    // Without replicas both are one reader, which measures the tables only once.
    const reader = database.reads === database.source ? primary : primary.withSource(database.reads);
    return {
      module: ReadModule,
      global: true,
      providers: [
        { provide: SummaryCache, useValue: cache },
        { provide: LargeResponses, useValue: large },
        { provide: CATALOGUE_PRISMA, useValue: withReads(database.prisma, { reader, primary }) },
        { provide: PRIMARY_READER, useValue: primary },
      ],
      exports: [CATALOGUE_PRISMA, PRIMARY_READER, SummaryCache, LargeResponses],
    };
  }
}
