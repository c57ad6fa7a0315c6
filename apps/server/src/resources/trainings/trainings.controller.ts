import { Controller, Get, Inject } from '@nestjs/common';
import { trainingsContract } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { ListParams } from '../../http/list-params.js';
import { ResourceId } from '../../http/resource-id.js';
import { GetOperation, ListOperation } from '../../openapi/operations.js';
import type { Item, Page } from '../../read/page.js';
import { Reader } from '../../read/reader.js';
import { trainings } from './trainings.resource.js';

@Controller('api/v1/trainings')
export class TrainingsController {
  constructor(@Inject(Reader) private readonly reader: Reader) {}

  @Get()
  @ListOperation(trainingsContract, 'Lists trainings that members can take')
  list(@ListParams(trainingsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(trainings, query);
  }

  @Get(':id')
  @GetOperation(trainingsContract, 'Gets one training')
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(trainings, id);
  }
}
