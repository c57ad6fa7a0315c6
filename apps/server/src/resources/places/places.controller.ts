import { Controller, Get, Inject } from '@nestjs/common';
import { placesContract } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { ListParams } from '../../http/list-params.js';
import { ResourceId } from '../../http/resource-id.js';
import { GetOperation, ListOperation } from '../../openapi/operations.js';
import type { Item, Page } from '../../read/page.js';
import { Reader } from '../../read/reader.js';
import { places } from './places.resource.js';

@Controller('api/v1/places')
export class PlacesController {
  constructor(@Inject(Reader) private readonly reader: Reader) {}

  @Get()
  @ListOperation(placesContract, 'Lists rooms and areas')
  list(@ListParams(placesContract) query: ListQuery): Promise<Page> {
    return this.reader.list(places, query);
  }

  @Get(':id')
  @GetOperation(placesContract, 'Gets one room or area')
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(places, id);
  }
}
