import { randomUUID } from 'node:crypto';
import type { Client } from '@resource-catalogue/client';
import { readId, type Json, type JsonObject, type Row, toText } from '../json.js';
import type { RequestSpec, Exchange } from '../target/exchange.js';
import { expectData, expectEqual, expectStatus, isNotStored } from './expect.js';
import type { Page } from './expect-page.js';
import { expectSame, type Written } from './expect-project.js';
import type { CheckContext } from './context.js';
import { type Checks, onServer, type ServerCheck } from './check.js';
import { fail } from './violation.js';
import { isLive } from './subject.js';
import { callOnce, expectReturned, getProjects, requestHeader, readOne } from './client-requests.js';
import { requestPage } from './request-pages.js';
import { rowsOfEveryForm } from './choose.js';

type ProjectFixture = ReturnType<typeof getFixture>;

/** Ids of entities that a project can refer to, from the snapshot, the most diverse first; a list may be empty. */
function getFixture(context: CheckContext) {
  const live = (rows: readonly Row[]): string[] => rows.filter(isLive).map(readId);
  const dead = (rows: readonly Row[]): string | undefined => rows.filter((row) => !isLive(row)).map(readId)[0];
  const rowsOf = (name: Parameters<CheckContext['subject']>[0]): readonly Row[] => {
    const { rows } = context.subject(name);
    return [...new Set([...rowsOfEveryForm(rows, context.random, 10), ...rows])];
  };
  const [author, ...others] = live(rowsOf('members'));
  return {
    author: context.need(author, 'needs a live member as the author of a project'),
    members: others.slice(0, 60),
    deadMember: dead(rowsOf('members')),
    spaces: live(rowsOf('spaces')),
    deadSpace: dead(rowsOf('spaces')),
    machines: live(rowsOf('machines')).slice(0, 60),
    deadMachine: dead(rowsOf('machines')),
    licenses: rowsOf('project_licenses').map(readId),
    thematics: rowsOf('project_thematics').map(readId),
  };
}

const list = '/api/v1/projects';
const json = { 'Content-Type': 'application/json' };

interface ProjectCheck extends Omit<ServerCheck, 'run'> {
  run(projects: Projects): Promise<void>;
}

export const rejectedName = (): string => `🧿 rejected ${randomUUID()}`;

/**
 * The projects of a server for checks that write: `create` and `update` use the client, `post` and `patch` send raw
 * requests.
 */
export class Projects {
  private known: ProjectFixture | undefined;

  constructor(readonly context: CheckContext) {}

  get fixture(): ProjectFixture {
    return (this.known ??= getFixture(this.context));
  }

  small(name = 'Conformance run'): JsonObject {
    return { name, author_id: this.fixture.author };
  }

  full(name = 'Conformance run, in full'): JsonObject {
    const { spaces, licenses, thematics, machines, members } = this.fixture;
    return {
      ...this.small(name),
      summary: 'One sheet.',
      description: 'From **one** sheet.',
      publication_state: 'draft',
      space_id: spaces[0] ?? null,
      license_id: licenses[0] ?? null,
      thematic_ids: thematics.slice(0, 3),
      machine_ids: machines.slice(0, 3),
      collaborator_ids: members.slice(0, 3),
      tags: ['plywood', 'Furniture', 'a b'],
      external_url: 'https://makers.example.org/stool',
      steps: [{ title: 'Cut', description: 'With a *saw*.' }, { title: 'Fold' }, { title: 'Sand', description: null }],
    };
  }

  /** Sends a text as it is, and anything else as JSON. */
  post(body: Json, headers: RequestSpec['headers'] = {}, spec: Partial<RequestSpec> = {}): Promise<Exchange> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.context.send({ path: list, method: 'POST', headers: { ...json, ...headers }, body: text, ...spec });
  }

  patch(id: string, body: Json, headers: RequestSpec['headers'] = {}, query = ''): Promise<Exchange> {
    return this.post(body, headers, { path: `${list}/${id}${query}`, method: 'PATCH' });
  }

  /** Creates a project through the client, which adds an idempotency key (WRITE-7). */
  async create(body: JsonObject = this.small(), why = 'a valid POST'): Promise<Written> {
    const wanted = { method: 'POST', path: list, headers: json, body } as const;
    const { exchange, response } = await callOnce(this.context, wanted, why, (client) =>
      getProjects(client).create(body),
    );
    const key = requestHeader(exchange, 'Idempotency-Key') ?? '';
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) fail('the client to send an Idempotency-Key', key, exchange);
    expectReturned({ replayed: response.replayed }, { replayed: false }, exchange);
    return expectWritten(exchange, 201, why);
  }

  async update(id: string, body: JsonObject, why = 'a good PATCH'): Promise<Written> {
    const headers = { 'Content-Type': 'application/merge-patch+json', 'If-Match': null };
    const wanted = { method: 'PATCH', path: `${list}/${id}`, headers, body } as const;
    const update = (client: Client) => getProjects(client).update(id, body);
    return expectWritten((await callOnce(this.context, wanted, why, update)).exchange, 200, why);
  }

  async read(id: string): Promise<Written> {
    const why = 'the get of a project that was written (WRITE-9)';
    const { exchange, data } = await readOne(this.context, 'projects', id, why);
    return { id, tag: exchange.header('etag') ?? '', project: data, exchange };
  }

  find(query: string): Promise<Page> {
    return requestPage(this.context, list, query);
  }

  async expectListed({ id, project }: Written): Promise<void> {
    const { rows, exchange } = await this.find(`filters[id][in]=${id}`);
    expectEqual('the project, once, in the list', rows, [project], exchange);
  }

  async expectUnchanged(before: Written): Promise<void> {
    expectSame(before, await this.read(before.id));
  }

  /** Expects that no project has this name, which sorts last and so would be the first in descending order. */
  async expectNoneCreated(name: string): Promise<void> {
    const { rows, exchange } = await this.find('sort=-name&limit=200');
    const made = rows.find((row) => row['name'] === name);
    if (made) fail('nothing stored by a rejected request (WRITE-3)', `the project ${readId(made)}`, exchange);
  }

  async expectCreated(count: number, name: string, { project }: Written): Promise<void> {
    const page = await this.find(`filters[created_at][gte]=${toText(project['created_at'])}&limit=200`);
    const made = page.rows.filter((row) => row['name'] === name).length;
    expectEqual('the number of projects created', made, count, page.exchange);
  }
}

export function onProjects(
  rules: Checks[string]['rules'],
  { run, needs = [], ...check }: ProjectCheck,
): Checks[string] {
  return onServer(rules, { ...check, needs: ['writes', ...needs], run: (context) => run(new Projects(context)) });
}

export function expectWritten(exchange: Exchange, status: 200 | 201, why: string): Written {
  expectStatus(exchange, status, why);
  const project = expectData(exchange);
  const tag = exchange.header('etag') ?? 'none';
  if (!/^"[^"]*"$/.test(tag)) fail('a strong ETag', tag, exchange);
  if (!isNotStored(exchange))
    fail('Cache-Control: no-store (HTTP-2)', exchange.header('cache-control') ?? 'none', exchange);
  return { id: readId(project), tag, project, exchange };
}
