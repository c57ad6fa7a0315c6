import { Controller, Get } from '@nestjs/common';
import { projectLicensesContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { definitions, Reader } from '@resource-catalogue/read';
import { ListOperation } from '../openapi/operations.js';
import { ListParams } from '../parameters/parameters.js';
import type { Reading } from '../response/responses.js';

@Controller(pathOf(projectLicensesContract))
export class ProjectLicensesController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(projectLicensesContract)
  list(@ListParams(projectLicensesContract) query: ListQuery): Reading {
    return () => this.reader.list(definitions.project_licenses, query);
  }
}
