import { Controller, Get } from '@nestjs/common';
import { trainingSessionsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { trainingSessions } from '../read/definitions/training-sessions.js';
import { type Item, type Page, Reader } from '../read/reader.js';
import { ListParams, ResourceId } from '../request/parameters.js';

@Controller(pathOf(trainingSessionsContract))
export class TrainingSessionsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(trainingSessionsContract)
  list(@ListParams(trainingSessionsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(trainingSessions, query);
  }

  @Get(':id')
  @GetOperation(trainingSessionsContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(trainingSessions, id);
  }
}
