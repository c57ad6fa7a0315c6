import { Controller, Get } from '@nestjs/common';
import { trainingsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, type Item, type Page, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';

@Controller(pathOf(trainingsContract))
export class TrainingsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(trainingsContract)
  list(@ListParams(trainingsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(definitions.trainings, query);
  }

  @Get(':id')
  @GetOperation(trainingsContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(definitions.trainings, id);
  }
}
