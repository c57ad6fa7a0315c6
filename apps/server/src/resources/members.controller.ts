import { Controller, Get } from '@nestjs/common';
import { membersContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, Reader } from '@resource-catalogue/read';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import type { Reading } from '../response/responses.js';

@Controller(pathOf(membersContract))
export class MembersController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(membersContract)
  list(@ListParams(membersContract) query: ListQuery): Reading {
    return () => this.reader.list(definitions.members, query);
  }

  @Get(':id')
  @GetOperation(membersContract)
  get(@ResourceId() id: string): Reading {
    return () => this.reader.get(definitions.members, id);
  }
}
