import { Controller, Get, Inject } from '@nestjs/common';
import { plansContract } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { ListParams } from '../../http/list-params.js';
import { ResourceId } from '../../http/resource-id.js';
import { GetOperation, ListOperation } from '../../openapi/operations.js';
import type { Item, Page } from '../../read/page.js';
import { Reader } from '../../read/reader.js';
import { plans } from './plans.resource.js';

@Controller('api/v1/plans')
export class PlansController {
  constructor(@Inject(Reader) private readonly reader: Reader) {}

  @Get()
  @ListOperation(plansContract, 'Lists plans that members can subscribe to')
  list(@ListParams(plansContract) query: ListQuery): Promise<Page> {
    return this.reader.list(plans, query);
  }

  @Get(':id')
  @GetOperation(plansContract, 'Gets one plan')
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(plans, id);
  }
}
