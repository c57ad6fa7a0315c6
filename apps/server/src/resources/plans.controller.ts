import { Controller, Get } from '@nestjs/common';
import { plansContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import type { Reading } from '../response/responses.js';

@Controller(pathOf(plansContract))
export class PlansController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(plansContract)
  list(@ListParams(plansContract) query: ListQuery): Reading {
    return () => this.reader.list(definitions.plans, query);
  }

  @Get(':id')
  @GetOperation(plansContract)
  get(@ResourceId() id: string): Reading {
    return () => this.reader.get(definitions.plans, id);
  }
}
