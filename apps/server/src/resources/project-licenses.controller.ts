import { Controller, Get } from '@nestjs/common';
import { projectLicensesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { ListOperation } from '../openapi/operations.js';
import { define } from '../read/definition.js';
import { type Page, Reader } from '../read/reader.js';
import { longText } from '../read/sources.js';
import { ListParams } from '../request/parameters.js';

const projectLicenses = define(projectLicensesContract, {
  sources: {
    description: longText(),
  },
});

@Controller(pathOf(projectLicensesContract))
export class ProjectLicensesController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(projectLicensesContract)
  list(@ListParams(projectLicensesContract) query: ListQuery): Promise<Page> {
    return this.reader.list(projectLicenses, query);
  }
}
