import { Controller, Get, Inject } from '@nestjs/common';
import { trainingSessionsContract } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { ListParams } from '../../http/list-params.js';
import { ResourceId } from '../../http/resource-id.js';
import { GetOperation, ListOperation } from '../../openapi/operations.js';
import type { Item, Page } from '../../read/page.js';
import { Reader } from '../../read/reader.js';
import { trainingSessions } from './training-sessions.resource.js';

@Controller('api/v1/training_sessions')
export class TrainingSessionsController {
  constructor(@Inject(Reader) private readonly reader: Reader) {}

  @Get()
  @ListOperation(trainingSessionsContract, 'Lists dates of trainings')
  list(@ListParams(trainingSessionsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(trainingSessions, query);
  }

  @Get(':id')
  @GetOperation(trainingSessionsContract, 'Gets one date of a training')
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(trainingSessions, id);
  }
}
