import type { Answer } from '../http/answer.js';
import type { Transport } from '../http/transport.js';
import { changeProject } from '../operations/change-project.js';
import type { ChangeOptions } from '../operations/change-project.js';
import type { SafePromise } from '../operations/safe-promise.js';
import { createProject, updateProject } from '../operations/write-projects.js';
import type { CreatedProject, CreateOptions, UpdateOptions, UpdateTarget } from '../operations/write-projects.js';
import { projects } from '../resources/projects.js';
import type { Project, ProjectCreate, ProjectFilters, ProjectSort, ProjectUpdate } from '../resources/projects.js';
import type { ProjectId } from '../values/ids.js';
import { readableCollection } from './collection.js';
import type { ReadableCollection } from './collection.js';

/** The projects of a client, which can be written. */
export interface ProjectCollection extends ReadableCollection<Project, ProjectFilters, ProjectSort> {
  /** Creates a project, once even if an answer gets lost; see the function `createProject`. */
  create(project: ProjectCreate, options?: CreateOptions): SafePromise<CreatedProject>;
  /** Changes a project by a merge patch; see the function `updateProject`. */
  update(target: UpdateTarget, change: ProjectUpdate, options?: UpdateOptions): SafePromise<Answer<Project>>;
  /** Reads a project, decides on a change and makes it, again if somebody was faster; see the function `changeProject`. */
  change(
    id: ProjectId,
    decide: (project: Project) => ProjectUpdate | undefined | Promise<ProjectUpdate | undefined>,
    options?: ChangeOptions,
  ): Promise<Answer<Project>>;
}

/** Gives the projects their operations. */
export function projectCollection(transport: Transport): ProjectCollection {
  return {
    ...readableCollection(transport, projects),
    create: (project, options) => createProject(transport, project, options),
    update: (target, change, options) => updateProject(transport, target, change, options),
    change: (id, decide, options) => changeProject(transport, id, decide, options),
  };
}
