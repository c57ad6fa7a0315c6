import { Controller, Get, Inject } from '@nestjs/common';
import { projectThematicsContract } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { ListParams } from '../../http/list-params.js';
import { ListOperation } from '../../openapi/operations.js';
import type { Page } from '../../read/page.js';
import { Reader } from '../../read/reader.js';
import { projectThematics } from './project-thematics.resource.js';

@Controller('api/v1/project_thematics')
export class ProjectThematicsController {
  constructor(@Inject(Reader) private readonly reader: Reader) {}

  @Get()
  @ListOperation(projectThematicsContract, 'Lists thematics that a project can have')
  list(@ListParams(projectThematicsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(projectThematics, query);
  }
}
