import { Controller, Get } from '@nestjs/common';
import { machineUnitsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import type { Reading } from '../response/responses.js';

@Controller(pathOf(machineUnitsContract))
export class MachineUnitsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(machineUnitsContract)
  list(@ListParams(machineUnitsContract) query: ListQuery): Reading {
    return () => this.reader.list(definitions.machine_units, query);
  }

  @Get(':id')
  @GetOperation(machineUnitsContract)
  get(@ResourceId() id: string): Reading {
    return () => this.reader.get(definitions.machine_units, id);
  }
}
