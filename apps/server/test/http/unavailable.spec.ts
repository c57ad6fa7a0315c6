import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectPostgres, databaseTimeouts } from '@resource-catalogue/database';
import { countOf } from '@resource-catalogue/database/testing/stored';
import { databaseKinds, ownDatabase } from '@resource-catalogue/database/testing/databases';
import { textOf } from '@resource-catalogue/testing/json';
import { type Line, lineTo } from '@resource-catalogue/testing/line';
import { runOn } from '@resource-catalogue/database/testing/server-sql';
import { entitiesOf } from '../projects/support/entities.js';
import { startProcess } from '../projects/support/processes.js';
import { projectIn, workshopOn, Writer } from '../projects/support/workshop.js';
import {
  type Answer,
  type Instance,
  startInstance,
  startOn,
  startTestService,
  type TestService,
} from '../support/service.js';
import { Load, usualRequests } from './support/load.js';
import { expectProblem } from './support/problems.js';
import { untilNotReady, untilReady } from './support/readiness.js';

describe('without its embedded database', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startOn(await ownDatabase());
    expect((await service.request('/health/ready')).status).toBe(200);
    await service.database.close();
  });
  afterAll(() => service.close());

  it('ERR-3, ERR-5: the service is live but not ready, and every operation is unavailable', async () => {
    await expectUnavailable(service);
  });
});

/** In milliseconds: how long these tests wait for an answer that never comes. */
const timeout = 3000;

// Only a database of its own process can be on the other end of a line.
for (const kind of databaseKinds.filter((each) => each === 'postgres'))
  describe('behind a broken line to PostgreSQL', () => {
    let home: TestService;
    let line: Line;
    let service: Instance;
    let author: string;
    let writer: Writer;
    let close: () => Promise<void>;

    beforeAll(async () => {
      home = await startTestService(kind);
      const route = await lineTo(home.location.databaseUrl);
      line = route.line;
      const database = await connectPostgres(route.url, { ...databaseTimeouts, silence: timeout });
      service = await startInstance(database, home.token);
      author = (await entitiesOf(home)).author;
      writer = new Writer(service, author);
      close = async () => {
        await service.close();
        await database.close();
      };
    });
    afterAll(async () => {
      await close();
      await line.close();
      await home.close();
    });

    it('ERR-3, ERR-5: the service is unavailable while the line is cut, and recovers by itself', async () => {
      for (let round = 0; round < 2; round += 1) {
        expect((await service.request('/api/v1/spaces')).status).toBe(200);
        line.cut();
        await expectUnavailable(service);
        line.mend();
        await untilReady(service);
      }
      expect((await service.request('/api/v1/spaces')).status).toBe(200);
    });

    it('VER-1: readiness is refused in time when the database keeps silent', async () => {
      await untilReady(service);
      line.hush();
      expectProblem(await untilNotReady(service), 'unavailable');
      expect((await service.request('/health/live')).status).toBe(200);
      line.cut();
      line.mend();
    });

    it('ERR-6: connections that go silent under reads and writes are given up, and the service is whole again', async () => {
      const { id } = await writer.make();
      // As many at once as open every connection that the service may have.
      const everything = () =>
        Promise.all([
          ...['spaces', 'machines', 'bookings', 'projects', 'members'].flatMap((name) => [
            service.request(`/api/v1/${name}`),
            service.request(`/api/v1/${name}?limit=1`),
          ]),
          ...[1, 2, 3].map((number) => writer.patch(id, { summary: String(number) })),
          writer.post({ name: 'Silence', author_id: author }),
        ]);
      await everything();
      line.hush();
      const givenUp = (await everything()).filter(({ status }) => ![200, 201].includes(status));
      expect(givenUp).not.toEqual([]);
      for (const answer of givenUp) expectGivenUp(answer);
      for (const answer of await everything()) expect([200, 201]).toContain(answer.status);
      await untilReady(service);
    });

    it('ERR-6, WRITE-7: a write whose COMMIT stays unanswered is 503 and not tried again; its key tells what became of it', async () => {
      const body = { name: 'Once', author_id: author };
      const key = { 'idempotency-key': 'silent-commit' };
      let hushed = false;
      line.hushAt('COMMIT', () => (hushed = true));
      expectGivenUp(await writer.post(body, key));
      expect(hushed).toBe(true);
      const made = projectIn(await writer.post(body, key), 201);
      expect(made['slug']).toBe('once');
      expect(await countOf(home.database, 'projects WHERE name = $1', ['Once'])).toBe(1);
    });
  });

/** Ends every connection of the service, as a restart of the server does. */
const endConnections = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'resource-catalogue'`;

if (databaseKinds.includes('postgres'))
  describe('on a PostgreSQL that ends connections', () => {
    const workshop = workshopOn('postgres');
    const rounds = Number(process.env['EXHAUSTIVE_ROUNDS'] ?? 8);

    it('ERR-6: under reads and writes the process survives, 503 is all that tells of it, and everything works again', async () => {
      const { location, token } = workshop.service;
      const { program, url } = await startProcess({ location });
      const project = textOf((await workshop.writer.make())['id']);
      const requests = usualRequests({ url, token, project, author: workshop.entities.author });
      const load = new Load(requests);
      for (let round = 0; round < rounds; round += 1) {
        await load.moved();
        await runOn(location.databaseUrl, endConnections);
      }
      await load.stop();
      expect(program.child.exitCode).toBeNull();
      expect([...load.unexpected]).toEqual([]);
      const after = await Promise.all(requests.map((request) => request()));
      expect(after.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201]);
    });
  });

function expectGivenUp(answer: Answer): void {
  expectProblem(answer, 'unavailable');
  expect(answer.headers['retry-after']).toMatch(/^[1-9][0-9]*$/);
}

async function expectUnavailable(service: Pick<Instance, 'request'>): Promise<void> {
  expect((await service.request('/health/live')).status).toBe(200);
  expect((await service.request('/')).status).toBe(200);
  const answers = [await untilNotReady(service)];
  for (const path of ['/api/v1/spaces', '/api/v1/spaces/00000000-0000-7000-8000-000000000000']) {
    answers.push(await service.request(path));
  }
  for (const answer of answers) {
    expectGivenUp(answer);
    // A random id may have any digits in it.
    const text = answer.text.replace(/"request_id":"[^"]+"/, '');
    expect(text).not.toMatch(/pglite|postgres|ECONN|prisma|\b5432\b/i);
  }
}
