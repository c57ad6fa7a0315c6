import { Controller, Get } from '@nestjs/common';
import { usersContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { users } from '../read/definitions/users.js';
import { type Item, type Page, Reader } from '../read/reader.js';
import { ListParams, ResourceId } from '../request/parameters.js';

@Controller(pathOf(usersContract))
export class UsersController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(usersContract)
  list(@ListParams(usersContract) query: ListQuery): Promise<Page> {
    return this.reader.list(users, query);
  }

  @Get(':id')
  @GetOperation(usersContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(users, id);
  }
}
