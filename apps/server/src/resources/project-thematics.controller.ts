import { Controller, Get } from '@nestjs/common';
import { projectThematicsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { ListOperation } from '../openapi/operations.js';
import { define } from '../read/definition.js';
import { type Page, Reader } from '../read/reader.js';
import { ListParams } from '../request/parameters.js';

const projectThematics = define(projectThematicsContract, {});

@Controller(pathOf(projectThematicsContract))
export class ProjectThematicsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(projectThematicsContract)
  list(@ListParams(projectThematicsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(projectThematics, query);
  }
}
