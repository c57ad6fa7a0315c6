import { Controller, Get } from '@nestjs/common';
import { spacesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { define } from '../read/definition.js';
import { type Item, type Page, Reader } from '../read/reader.js';
import { longText, ref } from '../read/sources.js';
import { spaceSummary } from '../read/summaries.js';
import { ListParams, ResourceId } from '../request/parameters.js';

const spaces = define(spacesContract, {
  sources: {
    parent: ref(spaceSummary),
    summary: longText(),
    description_rendered: longText(),
    accessibility_extra_info: longText(),
  },
});

@Controller(pathOf(spacesContract))
export class SpacesController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(spacesContract)
  list(@ListParams(spacesContract) query: ListQuery): Promise<Page> {
    return this.reader.list(spaces, query);
  }

  @Get(':id')
  @GetOperation(spacesContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(spaces, id);
  }
}
