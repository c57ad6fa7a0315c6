import { Controller, Get } from '@nestjs/common';
import { machinesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import type { Reading } from '../response/responses.js';

@Controller(pathOf(machinesContract))
export class MachinesController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(machinesContract)
  list(@ListParams(machinesContract) query: ListQuery): Reading {
    return () => this.reader.list(definitions.machines, query);
  }

  @Get(':id')
  @GetOperation(machinesContract)
  get(@ResourceId() id: string): Reading {
    return () => this.reader.get(definitions.machines, id);
  }
}
