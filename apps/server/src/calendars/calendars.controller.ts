import { Controller, Get, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { RequiresFeedToken } from '../guards/scope.guard.js';
import { getContext } from '../http/request-context.js';
import { type DeferredRead, Text } from '../response/responses.js';
import { Calendars } from './calendars.js';

@ApiExcludeController()
@Controller('calendars')
@RequiresFeedToken()
export class CalendarsController {
  constructor(private readonly calendars: Calendars) {}

  @Get(':collection/:id.ics')
  get(@Req() request: Request): DeferredRead {
    const { feed } = getContext(request);
    if (!feed) throw new Error('The feed guard must open the feed first.');
    return async () => new Text(await this.calendars.read(feed), 'text/calendar; charset=utf-8');
  }
}
