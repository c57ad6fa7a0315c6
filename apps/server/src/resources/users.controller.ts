import { Controller, Get } from '@nestjs/common';
import { usersContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import type { Reading } from '../response/responses.js';

@Controller(pathOf(usersContract))
export class UsersController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(usersContract)
  list(@ListParams(usersContract) query: ListQuery): Reading {
    return () => this.reader.list(definitions.users, query);
  }

  @Get(':id')
  @GetOperation(usersContract)
  get(@ResourceId() id: string): Reading {
    return () => this.reader.get(definitions.users, id);
  }
}
