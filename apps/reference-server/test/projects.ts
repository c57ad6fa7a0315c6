import { randomUUID } from 'node:crypto';
import { type JsonObject, textOf } from '../src/json.js';
import type { ReferenceServer } from '../src/start.js';
import { ask, type Asking, dataOf, idsOf, type Reply, rows } from './ask.js';

const path = '/api/v1/projects';

/** The ids of some rows that are live, or deleted. */
export async function idsIn(server: ReferenceServer, collection: string, deleted = false): Promise<string[]> {
  const filter = collection.startsWith('project_') ? '' : `&filters[soft_deleted][eq]=${deleted}`;
  return idsOf(await rows(server, collection, `limit=20${filter}`));
}

/** Sends a POST; name and author are good ones unless the body says otherwise. */
export async function create(server: ReferenceServer, body: JsonObject = {}, asking: Asking = {}): Promise<Reply> {
  const [author = ''] = await idsIn(server, 'members');
  const whole = { name: `Stool ${randomUUID()}`, author_id: author, ...body };
  return ask(server, path, { method: 'POST', body: whole, ...asking });
}

/** The project that a good POST makes. */
export const created = async (server: ReferenceServer, body: JsonObject = {}): Promise<JsonObject> =>
  dataOf(await create(server, body));

export const pathOf = (project: JsonObject): string => `${path}/${textOf(project['id'])}`;

export const change = (
  server: ReferenceServer,
  project: JsonObject,
  body: JsonObject | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> => ask(server, pathOf(project), { method: 'PATCH', body, headers });

export const changed = async (server: ReferenceServer, project: JsonObject, body: JsonObject): Promise<JsonObject> =>
  dataOf(await change(server, project, body));

export const read = async (server: ReferenceServer, project: JsonObject): Promise<JsonObject> =>
  dataOf(await ask(server, pathOf(project)));

/** How many projects have this name. */
export async function countNamed(server: ReferenceServer, name: string): Promise<number> {
  return (await rows(server, 'projects', 'limit=200')).filter((project) => project['name'] === name).length;
}

/** A body that is the same each time it is sent. */
export async function goodBody(server: ReferenceServer): Promise<JsonObject> {
  const [author = ''] = await idsIn(server, 'members');
  return { name: randomUUID(), author_id: author };
}

/** A POST of exactly this body. */
export const post = (
  server: ReferenceServer,
  body: JsonObject | string,
  headers: Readonly<Record<string, string>>,
  token?: string,
): Promise<Reply> => ask(server, path, { method: 'POST', body, headers, ...(token !== undefined && { token }) });
