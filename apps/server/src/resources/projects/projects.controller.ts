import { Controller, Get, Inject, Patch, Post } from '@nestjs/common';
import { ProjectCreateDto, projectsContract, pathOf, ProjectUpdateDto } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../../openapi/operations.js';
import { CreateOperation, UpdateOperation } from '../../openapi/write-operations.js';
import { CATALOGUE_PRISMA, type CataloguePrisma } from '../../read/catalogue-prisma.js';
import { JsonBody, MergePatchBody } from '../../guards/body.guard.js';
import { RequiresScope } from '../../guards/scope.guard.js';
import { ListParams, ResourceId } from '../../parameters/parameters.js';
import { Create, type CreateRequest, Update, type UpdateRequest } from '../../parameters/write-request.js';
import type { Changed, Created, DeferredRead } from '../../response/responses.js';
import { ProjectsService } from './projects.service.js';

@Controller(pathOf(projectsContract))
@RequiresScope('projects:read')
export class ProjectsController {
  constructor(
    @Inject(CATALOGUE_PRISMA) private readonly prisma: CataloguePrisma,
    private readonly service: ProjectsService,
  ) {}

  @Get()
  @ListOperation(projectsContract)
  list(@ListParams(projectsContract) query: ListQuery): DeferredRead {
    return () => this.prisma.project.page(query);
  }

  @Get(':id')
  @GetOperation(projectsContract)
  get(@ResourceId() id: string): DeferredRead {
    return () => this.prisma.project.document(id);
  }

  @Post()
  @RequiresScope('projects:write')
  @JsonBody()
  @CreateOperation(projectsContract, ProjectCreateDto)
  create(@Create(ProjectCreateDto) request: CreateRequest<ProjectCreateDto>): Promise<Created> {
    return this.service.create(request);
  }

  @Patch(':id')
  @RequiresScope('projects:write')
  @MergePatchBody()
  @UpdateOperation(projectsContract, ProjectUpdateDto)
  update(@Update(ProjectUpdateDto) request: UpdateRequest<ProjectUpdateDto>): Promise<Changed> {
    return this.service.update(request);
  }
}
