import { Controller, Get } from '@nestjs/common';
import { machinesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { machines } from '../read/definitions/machines.js';
import { type Item, type Page, Reader } from '../read/reader.js';
import { ListParams, ResourceId } from '../request/parameters.js';

@Controller(pathOf(machinesContract))
export class MachinesController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(machinesContract)
  list(@ListParams(machinesContract) query: ListQuery): Promise<Page> {
    return this.reader.list(machines, query);
  }

  @Get(':id')
  @GetOperation(machinesContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(machines, id);
  }
}
