import { Controller, Get } from '@nestjs/common';
import { machinesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, type Item, type Page, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';

@Controller(pathOf(machinesContract))
export class MachinesController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(machinesContract)
  list(@ListParams(machinesContract) query: ListQuery): Promise<Page> {
    return this.reader.list(definitions.machines, query);
  }

  @Get(':id')
  @GetOperation(machinesContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(definitions.machines, id);
  }
}
