import { Module } from '@nestjs/common';
import { LargeResponses } from '@resource-catalogue/concurrency';
import { DATABASE, type Database } from '@resource-catalogue/database';
import { Calendars } from './calendars.js';
import { CalendarsController } from './calendars.controller.js';

/** Calendar feeds, which people subscribe to with the URL that an operator created (ADR 29). */
@Module({
  controllers: [CalendarsController],
  providers: [
    {
      provide: Calendars,
      useFactory: ({ reads }: Database, large: LargeResponses) => new Calendars(reads, large),
      inject: [DATABASE, LargeResponses],
    },
  ],
})
export class CalendarsModule {}
