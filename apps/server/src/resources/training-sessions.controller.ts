import { Controller, Get } from '@nestjs/common';
import { trainingSessionsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import type { Reading } from '../response/responses.js';

@Controller(pathOf(trainingSessionsContract))
export class TrainingSessionsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(trainingSessionsContract)
  list(@ListParams(trainingSessionsContract) query: ListQuery): Reading {
    return () => this.reader.list(definitions.training_sessions, query);
  }

  @Get(':id')
  @GetOperation(trainingSessionsContract)
  get(@ResourceId() id: string): Reading {
    return () => this.reader.get(definitions.training_sessions, id);
  }
}
