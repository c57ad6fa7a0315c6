import { afterAll, beforeAll } from '@jest/globals';
import { type TestDatabase, seededDatabase } from '@resource-catalogue/database/testing/databases';
import { select } from '@resource-catalogue/database/testing/stored';
import { asText } from '@resource-catalogue/testing/json';
import { expectProblem, errorsOf } from '../../http/support/problems.js';
import { type HttpResponse, startOn, type TestService } from '../../support/service.js';
import { Writer } from './writer.js';

export { projectIn, projectsPath, Writer } from './writer.js';

/** The code and place of every error of a 400, sorted. */
export function errorsIn(response: HttpResponse): string[] {
  const places = errorsOf(expectProblem(response, 'invalid_request')).map(
    ({ code, parameter, pointer, header }) => `${asText(code)} ${String(parameter ?? pointer ?? header)}`,
  );
  return places.sort();
}

/** Ids of rows that bodies refer to. */
type Entities = Awaited<ReturnType<typeof findEntities>>;

async function findEntities({ database }: TestDatabase) {
  const ids = async (from: string): Promise<string[]> => {
    const rows = await select(database, `SELECT id::text FROM ${from} ORDER BY created_at, id`);
    return rows.map(([id]) => asText(id));
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
    /** An id without a row. */
    nothing: '0198c1a4-0000-7000-8000-000000000000',
  };
}

/** The service on the seeded catalogue, for the writes of one suite. */
export interface Workshop {
  readonly service: TestService;
  readonly entities: Entities;
  readonly writer: Writer;
}

/** Starts a workshop before the tests of a suite and stops it after them. */
export function workshopOn(copy: () => Promise<TestDatabase> = seededDatabase): Workshop {
  let started: Workshop | undefined;
  const running = (): Workshop => {
    if (!started) throw new Error('The service has not been started.');
    return started;
  };
  beforeAll(async () => {
    const service = await startOn(await copy());
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
