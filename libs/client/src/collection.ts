import type { SafePromise } from './errors/result.js';
import type { ResourceResponse } from './http/response.js';
import type { CallOptions } from './http/request.js';
import type { Transport } from './http/transport.js';
import type { ListCall } from './lists/list-call.js';
import { type ChangesOptions, changesSince } from './operations/changes-since.js';
import { getMany, type GetManyOptions } from './operations/get-many.js';
import { get } from './operations/get.js';
import { list, type ListOptions } from './operations/list.js';
import {
  type ChangeOptions,
  changeProject,
  type CreatedProject,
  type CreateOptions,
  createProject,
  type UpdateOptions,
  updateProject,
  type UpdateTarget,
} from './operations/projects.js';
import type { CommonFilters } from './query/filters.js';
import type { ListParams } from './query/list-query.js';
import type { IdOf, ReadableResource, Resource } from './resources/resource.js';
import {
  type Project,
  type ProjectCreate,
  type ProjectFilters,
  type ProjectId,
  projects,
  type ProjectSort,
  type ProjectUpdate,
} from './resources/resources.js';
import type { Time } from './resources/shapes.js';

/** A collection of a client. */
export interface Collection<Item, Filters, Sort extends string> {
  /** Lists the collection; see the function `list`. */
  list(params?: ListParams<Filters, Sort>, options?: ListOptions): ListCall<Item>;
  /** Reads many resources by their ids, 100 in a request; see the function `getMany`. */
  getMany(ids: Iterable<IdOf<Item>>, options?: GetManyOptions): Promise<Map<string, Item>>;
  /** Lists what was created or changed since an instant; see the function `changesSince`. */
  changesSince(instant: Time, options?: ChangesOptions<Filters>): ListCall<Item>;
}

/** A collection of a client whose resources can also be read one by one. */
export interface ReadableCollection<Item, Filters, Sort extends string> extends Collection<Item, Filters, Sort> {
  /** Reads one resource by its id; see the function `get`. */
  get(id: IdOf<Item>, options?: CallOptions): SafePromise<ResourceResponse<Item>>;
}

/** The projects of a client, which can also be written. */
export interface ProjectCollection extends ReadableCollection<Project, ProjectFilters, ProjectSort> {
  /** Creates a project, once even if a response is lost; see the function `createProject`. */
  create(project: ProjectCreate, options?: CreateOptions): SafePromise<CreatedProject>;
  /** Updates a project by a merge patch; see the function `updateProject`. */
  update(target: UpdateTarget, change: ProjectUpdate, options?: UpdateOptions): SafePromise<ResourceResponse<Project>>;
  /**
   * Reads a project, decides on a change and applies it, retrying after concurrent changes; see the function
   * `changeProject`.
   */
  change(
    id: ProjectId,
    decide: (project: Project) => ProjectUpdate | undefined | Promise<ProjectUpdate | undefined>,
    options?: ChangeOptions,
  ): Promise<ResourceResponse<Project>>;
}

interface Item {
  readonly id: string;
}

/** Any collection, with or without `get`. */
export type AnyResource = Resource<Item, CommonFilters, string> | ReadableResource<Item, CommonFilters, string>;

/** Makes the operations of a collection. */
export function makeOperations(
  transport: Transport,
  resource: AnyResource,
): Collection<Item, CommonFilters, string> &
  Partial<Pick<ReadableCollection<Item, CommonFilters, string>, 'get'>> &
  Partial<Pick<ProjectCollection, 'create' | 'update' | 'change'>> {
  return {
    list: (params, options) => list(transport, resource, params, options),
    getMany: (ids, options) => getMany(transport, resource, ids, options),
    changesSince: (instant, options) => changesSince(transport, resource, instant, options),
    ...('get' in resource && { get: (id, options) => get(transport, resource, id, options) }),
    ...(resource.name === projects.name && {
      create: (project, options) => createProject(transport, project, options),
      update: (target, change, options) => updateProject(transport, target, change, options),
      change: (id, decide, options) => changeProject(transport, id, decide, options),
    }),
  };
}
