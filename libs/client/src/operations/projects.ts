import { hasProblem } from '../errors/catalogue-error.js';
import { type SafePromise, withSafe } from '../errors/result.js';
import type { ResourceResponse } from '../http/response.js';
import type { CallOptions } from '../http/request.js';
import type { Transport } from '../http/transport.js';
import {
  type Project,
  type ProjectCreate,
  type ProjectId,
  projects,
  type ProjectUpdate,
} from '../resources/resources.js';
import { get, readOne } from './get.js';
import { newIdempotencyKey } from './idempotency-key.js';
import { collectionPath, resourcePath } from './paths.js';

const path = collectionPath('projects');

/** Options of the creation of a project. */
export interface CreateOptions extends CallOptions {
  /**
   * The key by which the service recognises a retry (WRITE-7); a random one by default, which covers the attempts of this
   * call. Pass one of your own, of 1–255 visible characters, to cover retries by your program too: the service keeps it
   * for 24 hours.
   */
  readonly idempotencyKey?: string;
}

/** A project as it was created. */
export interface CreatedProject extends ResourceResponse<Project> {
  /**
   * Whether an earlier call had created it under the same key (WRITE-7). Then `data` and `meta.etag` are those of that
   * time: `get` the project before you update it, or use `changeProject`.
   */
  readonly replayed: boolean;
}

/**
 * Creates a project (WRITE-1), with a token of the scope `projects:write`. It is sent with an idempotency key, so it is
 * created once even if a response gets lost.
 *
 * Errors: `api` with `invalid_request` (every validation error in `problem.errors`) or `idempotency_key_reused`.
 *
 * @throws TypeError at once for an empty key.
 * @example
 * const { data, meta } = await createProject(transport, { name: 'Folding stool', author_id: member.id });
 */
export function createProject(
  transport: Transport,
  project: ProjectCreate,
  { idempotencyKey = newIdempotencyKey(), ...options }: CreateOptions = {},
): SafePromise<CreatedProject> {
  if (idempotencyKey === '') throw new TypeError('idempotencyKey must not be empty.');
  const request = {
    method: 'POST',
    path,
    endpoint: path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(project),
    idempotencyKey,
    expectsJson: true,
  } as const;
  const created = transport.send(request, options).then(async (reply) => {
    const response = await readOne<Project>(transport, 'projects', reply);
    return { ...response, replayed: reply.headers.get('idempotency-replayed') === 'true' };
  });
  return withSafe(created);
}

/** Options of the update of a project. */
export interface UpdateOptions extends CallOptions {
  /** The `ETag` that the project must still have, or `*` for any; by default that of the target. */
  readonly ifMatch?: string;
}

/** The id of a project, or a project that was read: then it is updated only if it has not changed since (WRITE-6). */
export type UpdateTarget = ProjectId | ResourceResponse<Project>;

/**
 * Updates a project by a merge patch: absent keeps a field, `null` clears it, an array replaces the whole array (WRITE-2).
 *
 * Errors: `api` with `precondition_failed` if the project has changed since it was read, `conflict` for a change of state
 *  that is not allowed or a soft-deleted project, `invalid_request`. After a lost response it is not repeated, since it may have
 * been carried out: read the project again.
 *
 * @example
 * const stool = await get(transport, projects, id);
 * await updateProject(transport, stool, { summary: null });  // only if it has not changed since
 * await updateProject(transport, id, { summary: null });  // unconditionally
 */
export function updateProject(
  transport: Transport,
  target: UpdateTarget,
  change: ProjectUpdate,
  { ifMatch, ...options }: UpdateOptions = {},
): SafePromise<ResourceResponse<Project>> {
  const [id, readTag] = typeof target === 'string' ? [target, null] : [target.data.id, target.meta.etag];
  // A proxy that compresses marks a tag as weak; the server's own is strong (HTTP-2), and only that one matches.
  const tag = ifMatch ?? readTag?.replace(/^W\//, '') ?? null;
  const request = {
    method: 'PATCH',
    path: resourcePath('projects', id),
    endpoint: `${path}/{id}`,
    headers: { 'content-type': 'application/merge-patch+json', ...(tag === null ? {} : { 'if-match': tag }) },
    body: JSON.stringify(change),
    expectsJson: true,
  } as const;
  return withSafe(transport.send(request, options).then((reply) => readOne<Project>(transport, 'projects', reply)));
}

/** Options of a change that depends on the current project. */
export interface ChangeOptions extends CallOptions {
  /** How often to read and try, the first time included; 5 by default. */
  readonly maxTries?: number;
}

/**
 * Reads a project, calls `decide` for the change, and applies it only if the project has not changed in between; otherwise it
 * reads and decides again, so concurrent changes are not lost. If `decide` returns undefined, the project stays unchanged.
 *
 * Errors: `api` with `precondition_failed` if concurrent changes won every time, and those of `get` and `updateProject`.
 *
 * @example
 * await changeProject(transport, id, ({ tags }) => (tags.includes('oak') ? undefined : { tags: [...tags, 'oak'] }));
 */
export async function changeProject(
  transport: Transport,
  id: ProjectId,
  decide: (project: Project) => ProjectUpdate | undefined | Promise<ProjectUpdate | undefined>,
  { maxTries = 5, ...options }: ChangeOptions = {},
): Promise<ResourceResponse<Project>> {
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
