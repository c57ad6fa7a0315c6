import { Controller, Get } from '@nestjs/common';
import { projectThematicsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, type Page, Reader } from '@resource-catalogue/read';
import { ListOperation } from '../openapi/operations.js';
import { ListParams } from '../parameters/parameters.js';

@Controller(pathOf(projectThematicsContract))
export class ProjectThematicsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(projectThematicsContract)
  list(@ListParams(projectThematicsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(definitions.project_thematics, query);
  }
}
