import { Controller, Get } from '@nestjs/common';
import { machineUnitsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, type Item, type Page, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';

@Controller(pathOf(machineUnitsContract))
export class MachineUnitsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(machineUnitsContract)
  list(@ListParams(machineUnitsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(definitions.machine_units, query);
  }

  @Get(':id')
  @GetOperation(machineUnitsContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(definitions.machine_units, id);
  }
}
