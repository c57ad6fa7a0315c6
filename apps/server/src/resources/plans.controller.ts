import { Controller, Get } from '@nestjs/common';
import { plansContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { plans } from '../read/definitions/plans.js';
import { type Item, type Page, Reader } from '../read/reader.js';
import { ListParams, ResourceId } from '../request/parameters.js';

@Controller(pathOf(plansContract))
export class PlansController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(plansContract)
  list(@ListParams(plansContract) query: ListQuery): Promise<Page> {
    return this.reader.list(plans, query);
  }

  @Get(':id')
  @GetOperation(plansContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(plans, id);
  }
}
