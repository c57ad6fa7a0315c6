import { Controller, Get } from '@nestjs/common';
import { trainingsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import type { Reading } from '../response/responses.js';

@Controller(pathOf(trainingsContract))
export class TrainingsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(trainingsContract)
  list(@ListParams(trainingsContract) query: ListQuery): Reading {
    return () => this.reader.list(definitions.trainings, query);
  }

  @Get(':id')
  @GetOperation(trainingsContract)
  get(@ResourceId() id: string): Reading {
    return () => this.reader.get(definitions.trainings, id);
  }
}
