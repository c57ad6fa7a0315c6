import { Controller, Get, Inject } from '@nestjs/common';
import { usersContract } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { ListParams } from '../../http/list-params.js';
import { ResourceId } from '../../http/resource-id.js';
import { GetOperation, ListOperation } from '../../openapi/operations.js';
import type { Item, Page } from '../../read/page.js';
import { Reader } from '../../read/reader.js';
import { users } from './users.resource.js';

@Controller('api/v1/users')
export class UsersController {
  constructor(@Inject(Reader) private readonly reader: Reader) {}

  @Get()
  @ListOperation(usersContract, 'Lists user accounts of staff and members')
  list(@ListParams(usersContract) query: ListQuery): Promise<Page> {
    return this.reader.list(users, query);
  }

  @Get(':id')
  @GetOperation(usersContract, 'Gets one user account')
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(users, id);
  }
}
