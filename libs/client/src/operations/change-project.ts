import { hasProblem } from '../errors/catalogue-error.js';
import type { Answer } from '../http/answer.js';
import type { CallOptions } from '../http/request.js';
import type { Transport } from '../http/transport.js';
import { projects } from '../resources/projects.js';
import type { Project, ProjectUpdate } from '../resources/projects.js';
import type { ProjectId } from '../values/ids.js';
import { get } from './get.js';
import { updateProject } from './write-projects.js';

/** How a change is made that depends on what is there. */
export interface ChangeOptions extends CallOptions {
  /** How often to read and try, the first time included; 5 by default. */
  readonly maxTries?: number;
}

/**
 * Reads a project, asks `decide` for the change, and makes it only if nobody else made one in between; otherwise it reads
 * again and asks again. A change of undefined leaves the project as it is. Nobody's change gets lost this way.
 *
 * Errors: `api` with `precondition_failed` if others were faster every time, and those of `get` and `updateProject`.
 *
 * @example
 * await changeProject(transport, id, ({ tags }) => (tags.includes('oak') ? undefined : { tags: [...tags, 'oak'] }));
 */
export async function changeProject(
  transport: Transport,
  id: ProjectId,
  decide: (project: Project) => ProjectUpdate | undefined | Promise<ProjectUpdate | undefined>,
  { maxTries = 5, ...options }: ChangeOptions = {},
): Promise<Answer<Project>> {
  for (let tries = 1; ; tries += 1) {
    const read = await get(transport, projects, id, options);
    const change = await decide(read.data);
    if (change === undefined) return read;
    try {
      return await updateProject(transport, read, change, options);
    } catch (error) {
      if (!hasProblem(error, 'precondition_failed') || tries >= maxTries) throw error;
    }
  }
}
