import { Controller, Get, Inject, Patch, Post } from '@nestjs/common';
import { ProjectCreateDto, projectsContract, ProjectUpdateDto } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { JsonBody, MergePatchBody } from '../../http/body.guard.js';
import { ListParams } from '../../http/list-params.js';
import { ResourceId } from '../../http/resource-id.js';
import { Create, type CreateRequest, Update, type UpdateRequest } from '../../http/write-request.js';
import type { Changed, Created } from '../../http/written.js';
import { GetOperation, ListOperation } from '../../openapi/operations.js';
import { CreateOperation, UpdateOperation } from '../../openapi/write-operations.js';
import type { Item, Page } from '../../read/page.js';
import { Reader } from '../../read/reader.js';
import { projects } from './projects.resource.js';
import { ProjectsService } from './projects.service.js';

@Controller('api/v1/projects')
export class ProjectsController {
  constructor(
    @Inject(Reader) private readonly reader: Reader,
    @Inject(ProjectsService) private readonly service: ProjectsService,
  ) {}

  @Get()
  @ListOperation(projectsContract, 'Lists what members have made')
  list(@ListParams(projectsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(projects, query);
  }

  @Get(':id')
  @GetOperation(projectsContract, 'Gets one project')
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(projects, id);
  }

  @Post()
  @JsonBody()
  @CreateOperation(projectsContract, ProjectCreateDto, 'Makes a project')
  create(@Create(ProjectCreateDto) request: CreateRequest<ProjectCreateDto>): Promise<Created> {
    return this.service.create(request);
  }

  @Patch(':id')
  @MergePatchBody()
  @UpdateOperation(projectsContract, ProjectUpdateDto, 'Changes a project')
  update(@Update(ProjectUpdateDto) request: UpdateRequest<ProjectUpdateDto>): Promise<Changed> {
    return this.service.update(request);
  }
}
