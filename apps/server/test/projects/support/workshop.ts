import { afterAll, beforeAll, expect } from '@jest/globals';
import type { DatabaseKind, TestDatabase } from '@resource-catalogue/database/testing/databases';
import { seededDatabase } from '@resource-catalogue/database/testing/once/seeded-database';
import { select } from '@resource-catalogue/database/testing/stored';
import { type JsonObject, objectOf, textOf } from '@resource-catalogue/testing/json';
import { expectProblem, errorsOf } from '../../http/support/problems.js';
import { type Answer, type Instance, startOn, type TestService } from '../../support/service.js';

export const projectsPath = '/api/v1/projects';

type Headers = Readonly<Record<string, string>>;

/** Sends a body as it is where it is a text or bytes, and everything else as JSON. */
export function sent(body: unknown): string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
}

/** A project as an answer shows it, which must be of the given status. */
export function projectIn(answer: Answer, status: number): JsonObject {
  if (answer.status !== status) throw new Error(`Not ${status} but ${answer.status}: ${answer.text.slice(0, 2000)}`);
  const body = objectOf(answer.json());
  expect(Object.keys(body)).toEqual(['data']);
  return objectOf(body['data']);
}

/** Code and place of every error of a 400, in one order. */
export function errorsIn(answer: Answer): string[] {
  const places = errorsOf(expectProblem(answer, 'invalid_request')).map(
    ({ code, parameter, pointer, header }) => `${textOf(code)} ${String(parameter ?? pointer ?? header)}`,
  );
  return places.sort();
}

/** One service's writes. */
export class Writer {
  constructor(
    readonly instance: Pick<Instance, 'request'>,
    private readonly author: string,
    private readonly token?: string,
  ) {}

  /** The same with another token. */
  with(token: string): Writer {
    return new Writer(this.instance, this.author, token);
  }

  post(body: unknown, headers: Headers = {}): Promise<Answer> {
    return this.send('POST', projectsPath, body, headers);
  }

  patch(id: unknown, body: unknown, headers: Headers = {}): Promise<Answer> {
    return this.send('PATCH', `${projectsPath}/${textOf(id)}`, body, headers);
  }

  get(id: unknown): Promise<Answer> {
    return this.instance.request(`${projectsPath}/${textOf(id)}`);
  }

  /** A new project, of which everything not given is as short as it can be. */
  async make(body: JsonObject = {}): Promise<JsonObject> {
    return projectIn(await this.post({ name: 'Folding stool', author_id: this.author, ...body }), 201);
  }

  async change(id: unknown, body: JsonObject, headers: Headers = {}): Promise<JsonObject> {
    return projectIn(await this.patch(id, body, headers), 200);
  }

  private send(method: string, path: string, body: unknown, headers: Headers): Promise<Answer> {
    const all = { 'content-type': 'application/json', ...headers };
    const token = this.token === undefined ? {} : { token: this.token };
    return this.instance.request(path, { method, body: sent(body), headers: all, ...token });
  }
}

/** Ids of the catalogue that bodies refer to. */
type Entities = Awaited<ReturnType<typeof findEntities>>;

async function findEntities({ database }: TestDatabase) {
  const ids = async (from: string): Promise<string[]> => {
    const rows = await select(database, `SELECT id::text FROM ${from} ORDER BY created_at, id`);
    return rows.map(([id]) => textOf(id));
  };
  const live = (table: string) => ids(`${table} WHERE soft_deleted_at IS NULL`);
  const deleted = (table: string) => ids(`${table} WHERE soft_deleted_at IS NOT NULL`);
  const [author = '', ...members] = await live('members');
  return {
    author,
    members,
    deletedMembers: await deleted('members'),
    spaces: await live('spaces'),
    deletedSpaces: await deleted('spaces'),
    licenses: await ids('project_licenses'),
    thematics: await ids('project_thematics'),
    machines: await live('machines'),
    deletedMachines: await deleted('machines'),
    /** The id of nothing. */
    nothing: '0198c1a4-0000-7000-8000-000000000000',
  };
}

/** The service on the seeded catalogue, for the writes of one suite. */
export interface Workshop {
  readonly service: TestService;
  readonly entities: Entities;
  readonly writer: Writer;
}

/** Starts a workshop before the tests of a suite and stops it behind them. */
export function workshopOn(
  kind: DatabaseKind,
  copy: (kind: DatabaseKind) => Promise<TestDatabase> = seededDatabase,
): Workshop {
  let started: Workshop | undefined;
  const running = (): Workshop => {
    if (!started) throw new Error('The service has not been started.');
    return started;
  };
  beforeAll(async () => {
    const service = await startOn(await copy(kind));
    const entities = await findEntities(service);
    started = { service, entities, writer: new Writer(service, entities.author) };
  });
  afterAll(() => started?.service.close());
  return {
    get service() {
      return running().service;
    },
    get entities() {
      return running().entities;
    },
    get writer() {
      return running().writer;
    },
  };
}
