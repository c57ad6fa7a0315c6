import { Controller, Get } from '@nestjs/common';
import { membersContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, type Item, type Page, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';

@Controller(pathOf(membersContract))
export class MembersController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(membersContract)
  list(@ListParams(membersContract) query: ListQuery): Promise<Page> {
    return this.reader.list(definitions.members, query);
  }

  @Get(':id')
  @GetOperation(membersContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(definitions.members, id);
  }
}
