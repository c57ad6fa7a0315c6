import { Controller, Get, Inject } from '@nestjs/common';
import { machineUnitsContract } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { ListParams } from '../../http/list-params.js';
import { ResourceId } from '../../http/resource-id.js';
import { GetOperation, ListOperation } from '../../openapi/operations.js';
import type { Item, Page } from '../../read/page.js';
import { Reader } from '../../read/reader.js';
import { machineUnits } from './machine-units.resource.js';

@Controller('api/v1/machine_units')
export class MachineUnitsController {
  constructor(@Inject(Reader) private readonly reader: Reader) {}

  @Get()
  @ListOperation(machineUnitsContract, 'Lists the single machines of each kind')
  list(@ListParams(machineUnitsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(machineUnits, query);
  }

  @Get(':id')
  @GetOperation(machineUnitsContract, 'Gets one single machine')
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(machineUnits, id);
  }
}
