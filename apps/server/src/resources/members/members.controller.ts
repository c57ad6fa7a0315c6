import { Controller, Get, Inject } from '@nestjs/common';
import { membersContract } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { ListParams } from '../../http/list-params.js';
import { ResourceId } from '../../http/resource-id.js';
import { GetOperation, ListOperation } from '../../openapi/operations.js';
import type { Item, Page } from '../../read/page.js';
import { Reader } from '../../read/reader.js';
import { members } from './members.resource.js';

@Controller('api/v1/members')
export class MembersController {
  constructor(@Inject(Reader) private readonly reader: Reader) {}

  @Get()
  @ListOperation(membersContract, 'Lists people who belong to the workshop')
  list(@ListParams(membersContract) query: ListQuery): Promise<Page> {
    return this.reader.list(members, query);
  }

  @Get(':id')
  @GetOperation(membersContract, 'Gets one member')
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(members, id);
  }
}
