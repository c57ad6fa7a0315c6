import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectPostgres, type Database, databaseTimeouts } from '@resource-catalogue/database';
import { runOn, whileHeld } from '@resource-catalogue/database/testing/server-sql';
import { Load } from '../http/support/load.js';
import { expectProblem } from '../http/support/problems.js';
import { projectsPath, workshopOn, Writer } from '../projects/support/workshop.js';
import { runConformance } from '../support/conformance.js';
import { type HttpResponse, type Instance, startInstance, untilReady } from '../support/service.js';
import { hasPgBouncer, PgBouncer, roleParameters } from './pgbouncer.js';

if (hasPgBouncer)
  describe('behind PgBouncer in transaction mode', () => {
    const workshop = workshopOn();
    let bouncer: PgBouncer;
    let database: Database;
    let service: Instance;

    const directUrl = () => workshop.service.location.databaseUrl;
    const connect = () =>
      connectPostgres(bouncer.url('catalogue'), databaseTimeouts, { directUrl: bouncer.url('sessions') });

    const inDatabase = (one: string) => `ALTER ROLE CURRENT_USER IN DATABASE ${nameIn(directUrl())} SET ${one}`;

    /** A session has the settings that its role had at its start, so existing sessions are ended. */
    const set = (...wanted: readonly string[]) =>
      runOn(
        directUrl(),
        // Its own session also has them.
        'SET statement_timeout = 0',
        ...wanted.map(inDatabase),
        `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );

    beforeAll(async () => {
      // Settings of a server that was not set up for this service.
      await runOn(directUrl(), ...[`timezone = 'Asia/Tokyo'`, `datestyle = 'German'`].map(inDatabase));
      bouncer = await PgBouncer.before(directUrl());
    });
    afterAll(async () => {
      await service?.close();
      await database?.close();
      await bouncer.remove();
    });

    it('PgBouncer is rejected until the role has the parameters of the service', async () => {
      await set('synchronous_commit = off');
      await expect(connect()).rejects.toThrow(
        /^the connections of PgBouncer lack jit = off, .*statement_timeout = 5000, synchronous_commit = on: set them with ALTER ROLE, and RECONNECT/,
      );
      await set('synchronous_commit = on', ...roleParameters);
      database = await connect();
      service = await startInstance(database, workshop.service.token);
    });

    it('PgBouncer does not change the responses to many concurrent reads and writes', async () => {
      const only = ['paging', 'concurrency', 'post-returns-the-project', 'one-of-concurrent-patches-succeeds'];
      const subjects = ['server', 'machine_units', 'projects'];
      expect(await runConformance({ ...workshop.service, ...service }, { only, subjects })).toEqual([]);
    });

    it('work that needs its own session uses DATABASE_DIRECT_URL', async () => {
      await database.session(async (session) => {
        await session.exec('CREATE TEMP TABLE kept (at timestamptz)');
        await session.transaction((inside) => inside.exec(`INSERT INTO kept VALUES ('2026-03-01T12:00:00Z')`));
        const text = `SELECT at::text, current_setting('statement_timeout') FROM kept`;
        expect(await session.query({ text })).toEqual([['2026-03-01 12:00:00+00', '0']]);
      });
    });

    it('ERR-6: a statement over its limit is 503 behind PgBouncer, and its connection stays usable', async () => {
      await set(`statement_timeout = '50ms'`);
      await whileHeld(directUrl(), 'LOCK TABLE places IN ACCESS EXCLUSIVE MODE', async () =>
        expectGivenUp(await untilStatus('/api/v1/places', 503)),
      );
      await set(`statement_timeout = '5s'`);
      await untilStatus('/api/v1/places', 200);
    });

    it('ERR-6: while PgBouncer is down, requests are 503 with Retry-After, then succeed again', async () => {
      const headers = { authorization: `Bearer ${workshop.service.token}` };
      const paths = ['/api/v1/bookings?limit=5', '/api/v1/members?limit=5', projectsPath];
      const load = new Load(paths.map((path) => () => fetch(service.url + path, { headers })));
      for (let round = 0; round < 3; round += 1) {
        await load.moved();
        await bouncer.stop();
        expectGivenUp(await untilStatus('/api/v1/spaces', 503));
        await bouncer.start();
        await untilReady(service);
        await set();
      }
      await untilReady(service);
      await load.stop();
      expect([...load.unexpected]).toEqual([]);
      await new Writer(service, workshop.entities.author).make();
    });

    async function untilStatus(path: string, status: number): Promise<HttpResponse> {
      for (;;) {
        const response = await service.request(path);
        if (response.status === status) return response;
        expect([200, 503]).toContain(response.status);
      }
    }
  });

const nameIn = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);

function expectGivenUp(response: HttpResponse): void {
  expectProblem(response, 'unavailable');
  expect(response.headers['retry-after']).toMatch(/^[1-9][0-9]*$/);
}
