import { Controller, Get, Inject } from '@nestjs/common';
import { placeUnitsContract } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { ListParams } from '../../http/list-params.js';
import { ResourceId } from '../../http/resource-id.js';
import { GetOperation, ListOperation } from '../../openapi/operations.js';
import type { Item, Page } from '../../read/page.js';
import { Reader } from '../../read/reader.js';
import { placeUnits } from './place-units.resource.js';

@Controller('api/v1/place_units')
export class PlaceUnitsController {
  constructor(@Inject(Reader) private readonly reader: Reader) {}

  @Get()
  @ListOperation(placeUnitsContract, 'Lists the single rooms and parts of places')
  list(@ListParams(placeUnitsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(placeUnits, query);
  }

  @Get(':id')
  @GetOperation(placeUnitsContract, 'Gets one single room or part of a place')
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(placeUnits, id);
  }
}
