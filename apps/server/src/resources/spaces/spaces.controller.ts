import { Controller, Get, Inject } from '@nestjs/common';
import { spacesContract } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { ListParams } from '../../http/list-params.js';
import { ResourceId } from '../../http/resource-id.js';
import { GetOperation, ListOperation } from '../../openapi/operations.js';
import type { Item, Page } from '../../read/page.js';
import { Reader } from '../../read/reader.js';
import { spaces } from './spaces.resource.js';

@Controller('api/v1/spaces')
export class SpacesController {
  constructor(@Inject(Reader) private readonly reader: Reader) {}

  @Get()
  @ListOperation(spacesContract, 'Lists sites of the workshop')
  list(@ListParams(spacesContract) query: ListQuery): Promise<Page> {
    return this.reader.list(spaces, query);
  }

  @Get(':id')
  @GetOperation(spacesContract, 'Gets one site of the workshop')
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(spaces, id);
  }
}
