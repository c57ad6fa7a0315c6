import { Controller, Get, Inject } from '@nestjs/common';
import { machinesContract } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { ListParams } from '../../http/list-params.js';
import { ResourceId } from '../../http/resource-id.js';
import { GetOperation, ListOperation } from '../../openapi/operations.js';
import type { Item, Page } from '../../read/page.js';
import { Reader } from '../../read/reader.js';
import { machines } from './machines.resource.js';

@Controller('api/v1/machines')
export class MachinesController {
  constructor(@Inject(Reader) private readonly reader: Reader) {}

  @Get()
  @ListOperation(machinesContract, 'Lists kinds of machine')
  list(@ListParams(machinesContract) query: ListQuery): Promise<Page> {
    return this.reader.list(machines, query);
  }

  @Get(':id')
  @GetOperation(machinesContract, 'Gets one kind of machine')
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(machines, id);
  }
}
