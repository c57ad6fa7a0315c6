import { type Row, idOf } from '../census/row.js';
import { isObject, type Json, type JsonObject } from '../json.js';
import type { Exchange } from '../target/exchange.js';
import type { Ask } from '../target/target.js';
import { expectObject, expectStatus } from './expect.js';
import { isNotStored } from './header-values.js';
import { isLive } from './subject.js';
import type { Trial } from './trial.js';
import { violated } from './violation.js';

/** Ids of what a project can refer to, as the census has them; a list may be empty. */
export interface Scene {
  readonly author: string;
  readonly members: readonly string[];
  readonly deadMember: string | undefined;
  readonly spaces: readonly string[];
  readonly deadSpace: string | undefined;
  readonly machines: readonly string[];
  readonly deadMachine: string | undefined;
  readonly licenses: readonly string[];
  readonly thematics: readonly string[];
}

/** A project as an answer showed it. */
export interface Written {
  readonly id: string;
  readonly tag: string;
  readonly project: JsonObject;
  readonly exchange: Exchange;
}

const json = { 'Content-Type': 'application/json' };

export function sceneOf(trial: Trial): Scene {
  const live = (rows: readonly Row[]): string[] => rows.filter(isLive).map(idOf);
  const dead = (rows: readonly Row[]): string | undefined => {
    const row = rows.find((one) => !isLive(one));
    return row && idOf(row);
  };
  const [members, spaces, machines] = (['members', 'spaces', 'machines'] as const).map(
    (name) => trial.subject(name).rows,
  );
  const [author, ...others] = live(members ?? []);
  return {
    author: trial.need(author, 'a project needs a live member as its author, and there is none'),
    members: others.slice(0, 60),
    deadMember: dead(members ?? []),
    spaces: live(spaces ?? []),
    deadSpace: dead(spaces ?? []),
    machines: live(machines ?? []).slice(0, 60),
    deadMachine: dead(machines ?? []),
    licenses: trial.subject('project_licenses').rows.map(idOf),
    thematics: trial.subject('project_thematics').rows.map(idOf),
  };
}

/** The smallest body that makes a project. */
export const smallBody = ({ author }: Scene, name = 'Conformance run'): JsonObject => ({ name, author_id: author });

/** A body with as much in it as the scene has to offer. */
export function fullBody(scene: Scene, name = 'Conformance run, in full'): JsonObject {
  return {
    ...smallBody(scene, name),
    summary: 'One sheet.',
    description: 'From **one** sheet.',
    publication_state: 'draft',
    space_id: scene.spaces[0] ?? null,
    license_id: scene.licenses[0] ?? null,
    thematic_ids: scene.thematics.slice(0, 3),
    machine_ids: scene.machines.slice(0, 3),
    collaborator_ids: scene.members.slice(0, 3),
    tags: ['plywood', 'Furniture', 'a b'],
    external_url: 'https://makers.example.org/stool',
    steps: [{ title: 'Cut', description: 'With a *saw*.' }, { title: 'Fold' }, { title: 'Sand', description: null }],
  };
}

export function post(
  trial: Trial,
  body: Json | string,
  headers: Ask['headers'] = {},
  token?: string,
): Promise<Exchange> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return trial.send({
    path: '/api/v1/projects',
    method: 'POST',
    headers: { ...json, ...headers },
    body: text,
    ...(token !== undefined && { token }),
  });
}

export function patch(trial: Trial, id: string, body: Json | string, headers: Ask['headers'] = {}): Promise<Exchange> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return trial.send({ path: `/api/v1/projects/${id}`, method: 'PATCH', headers: { ...json, ...headers }, body: text });
}

/** WRITE-1: what a write that was accepted answers. */
export function expectWritten(exchange: Exchange, status: 200 | 201, why: string): Written {
  expectStatus(exchange, status, why);
  const body = expectObject(exchange);
  const { data } = body;
  const tag = exchange.header('etag');
  if (Object.keys(body).join() !== 'data' || !isObject(data))
    return violated('{"data": Project}', exchange.text.slice(0, 200), exchange);
  if (tag === null || !/^"[^"]*"$/.test(tag)) return violated('a strong ETag', tag ?? 'none', exchange);
  if (!isNotStored(exchange)) {
    return violated('Cache-Control: no-store (HTTP-2)', exchange.header('cache-control') ?? 'none', exchange);
  }
  return { id: idOf(data), tag, project: data, exchange };
}

export async function create(trial: Trial, body: JsonObject, why = 'a good POST'): Promise<Written> {
  return expectWritten(await post(trial, body), 201, why);
}

export async function update(trial: Trial, id: string, body: JsonObject, why = 'a good PATCH'): Promise<Written> {
  return expectWritten(await patch(trial, id, body), 200, why);
}

/** The project as a get shows it now. */
export async function read(trial: Trial, id: string): Promise<Written> {
  const exchange = await trial.get(`/api/v1/projects/${id}`);
  expectStatus(exchange, 200, 'the get of a project that was written (WRITE-9)');
  const { data } = expectObject(exchange);
  if (!isObject(data)) return violated('{"data": Project}', exchange.text.slice(0, 200), exchange);
  return { id, tag: exchange.header('etag') ?? '', project: data, exchange };
}
