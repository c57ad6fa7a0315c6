import { Controller, Get, Inject } from '@nestjs/common';
import { projectLicensesContract } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { ListParams } from '../../http/list-params.js';
import { ListOperation } from '../../openapi/operations.js';
import type { Page } from '../../read/page.js';
import { Reader } from '../../read/reader.js';
import { projectLicenses } from './project-licenses.resource.js';

@Controller('api/v1/project_licenses')
export class ProjectLicensesController {
  constructor(@Inject(Reader) private readonly reader: Reader) {}

  @Get()
  @ListOperation(projectLicensesContract, 'Lists licenses that a project can have')
  list(@ListParams(projectLicensesContract) query: ListQuery): Promise<Page> {
    return this.reader.list(projectLicenses, query);
  }
}
