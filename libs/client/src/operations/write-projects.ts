import type { Answer } from '../http/answer.js';
import type { CallOptions } from '../http/request.js';
import type { Transport } from '../http/transport.js';
import type { Project, ProjectCreate, ProjectUpdate } from '../resources/projects.js';
import type { ProjectId } from '../values/ids.js';
import { pathOf, readOne } from './get.js';
import { newIdempotencyKey } from './idempotency-key.js';
import { safely } from './safe-promise.js';
import type { SafePromise } from './safe-promise.js';

/** What the creation of a project may set for itself. */
export interface CreateOptions extends CallOptions {
  /**
   * The key by which the service knows a repetition (WRITE-7); a random one by default, which covers the attempts of this
   * call. Give one of your own, of 1–255 visible characters, to cover repetitions by your program too: the service keeps
   * it for 24 hours.
   */
  readonly idempotencyKey?: string;
}

/** A project as it was created. */
export interface CreatedProject extends Answer<Project> {
  /**
   * Whether an earlier call had created it under the same key (WRITE-7). Then `data` and `meta.etag` are those of that
   * time: `get` the project before you update it, or use `changeProject`.
   */
  readonly replayed: boolean;
}

/** What the change of a project may set for itself. */
export interface UpdateOptions extends CallOptions {
  /** The `ETag` that the project must still have, or `*` for any; otherwise that of the answer that is passed as target. */
  readonly ifMatch?: string;
}

/** A project by its id, or as it was read: then the change is made only if nobody else made one since (WRITE-6). */
export type UpdateTarget = ProjectId | Answer<Project>;

const path = '/api/v1/projects';

/**
 * Creates a project (WRITE-1), with a token of the scope `projects:write`. It is sent with an idempotency key, so it is
 * made once even if an answer gets lost.
 *
 * Errors: `api` with `invalid_request` (every fault in `problem.errors`) or `idempotency_key_reused`.
 *
 * @throws TypeError at once for an empty key, which would be none.
 * @example
 * const { data, meta } = await createProject(transport, { name: 'Folding stool', author_id: member.id });
 */
export function createProject(
  transport: Transport,
  project: ProjectCreate,
  { idempotencyKey = newIdempotencyKey(), ...options }: CreateOptions = {},
): SafePromise<CreatedProject> {
  if (idempotencyKey === '') throw new TypeError('An empty idempotencyKey is none.');
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
    const answer = await readOne<Project>(transport, 'projects', reply);
    return { ...answer, replayed: reply.headers.get('idempotency-replayed') === 'true' };
  });
  return safely(created);
}

/**
 * Changes a project by a merge patch: what is absent stays, `null` clears, an array replaces the whole array (WRITE-2).
 *
 * Errors: `api` with `precondition_failed` if the project is not as it was read, `conflict` for a change of state that is
 * not allowed or a soft-deleted project, `invalid_request`. A lost answer is not repeated: read the project and see.
 *
 * @example
 * const stool = await get(transport, projects, id);
 * await updateProject(transport, stool, { summary: null }); // only if it is still as it was read
 * await updateProject(transport, id, { summary: null }); // whatever it is now
 */
export function updateProject(
  transport: Transport,
  target: UpdateTarget,
  change: ProjectUpdate,
  { ifMatch, ...options }: UpdateOptions = {},
): SafePromise<Answer<Project>> {
  const [id, read] = typeof target === 'string' ? [target, null] : [target.data.id, target.meta.etag];
  const tag = ifMatch ?? read;
  const request = {
    method: 'PATCH',
    path: pathOf('projects', id),
    endpoint: `${path}/{id}`,
    headers: { 'content-type': 'application/merge-patch+json', ...(tag === null ? {} : { 'if-match': tag }) },
    body: JSON.stringify(change),
    expectsJson: true,
  } as const;
  return safely(transport.send(request, options).then((reply) => readOne<Project>(transport, 'projects', reply)));
}
