import { Controller, Get } from '@nestjs/common';
import { machineUnitsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { machineUnits } from '../read/definitions/machine-units.js';
import { type Item, type Page, Reader } from '../read/reader.js';
import { ListParams, ResourceId } from '../request/parameters.js';

@Controller(pathOf(machineUnitsContract))
export class MachineUnitsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(machineUnitsContract)
  list(@ListParams(machineUnitsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(machineUnits, query);
  }

  @Get(':id')
  @GetOperation(machineUnitsContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(machineUnits, id);
  }
}
