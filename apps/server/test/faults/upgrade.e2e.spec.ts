import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  banner,
  newFolder,
  root,
  run,
  type RunningProgram,
  startService,
} from '@resource-catalogue/testing/running-program';
import { asText } from '@resource-catalogue/testing/json';
import { Proxy } from '@resource-catalogue/testing/proxy';
import { makeClient } from '@resource-catalogue/testing/requests';
import { untilSessions, whileHeld } from '@resource-catalogue/database/testing/server-sql';
import { listen } from '@resource-catalogue/testing/sockets';
import { until } from '@resource-catalogue/testing/until';
import { Load, steady, usualRequests } from '../http/support/load.js';
import { untilReady } from '../support/service.js';
import { workshopOn } from '../projects/support/workshop.js';

/** The advisory lock that the first migration waits for. */
const gate = 29_990_101;

const first = '29990101000000_held';

/** Migrations of a possible next version, which retain the columns of the previous one. */
const migrations = {
  [first]: `SELECT pg_advisory_xact_lock(${gate}); CREATE TABLE "coming" ("id" uuid PRIMARY KEY);`,
  '29990101000001_projects': `ALTER TABLE "projects" ADD COLUMN "coming" text NOT NULL DEFAULT 'a';`,
  '29990101000002_bookings': `ALTER TABLE "bookings" ADD COLUMN "coming" text; CREATE INDEX ON "bookings" ("coming");`,
  '29990101000003_tokens': `ALTER TABLE "access_tokens" ADD COLUMN "coming" jsonb;`,
};

/** Starts the next version from a copy of these programs with further migrations; the test removes the copy. */
async function startNextVersion(variables: Readonly<Record<string, string>>): Promise<RunningProgram> {
  const folder = await newFolder();
  for (const path of ['apps/server/bundle', 'apps/server/package.json', 'prisma/migrations'])
    await cp(join(root, path), join(folder, path), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, script] of Object.entries(migrations)) {
    await mkdir(join(folder, 'prisma/migrations', name));
    await writeFile(join(folder, 'prisma/migrations', name, 'migration.sql'), script);
  }
  return run(process.execPath, [join(folder, 'apps/server/bundle/main.js')], variables);
}

const ahead = `The database has the migration ${first}, which this version lacks`;
const failure = { code: 1, stdout: '', stderr: `${ahead}: start the version that made it, or a newer one.\n` };

describe('an upgrade on PostgreSQL', () => {
  const workshop = workshopOn();
  const proxy = new Proxy(new Set());
  let url: string;
  beforeAll(async () => {
    url = `http://127.0.0.1:${await listen(proxy.server)}`;
  });
  afterAll(() => proxy.close());

  async function joined(program: RunningProgram, token: string) {
    const own = (await banner(program)).url;
    proxy.instances.add(own);
    const client = makeClient(own, token);
    const leave = async () => {
      program.child.kill('SIGTERM');
      expect(await program.ended).toMatchObject({ code: 0, stderr: '' });
      proxy.instances.delete(own);
      await client.close();
    };
    return { client, leave };
  }

  it('HTTP-8: no request fails while the next version replaces an instance', async () => {
    const { database, location, token } = workshop.service;
    const variables = { DATABASE_URL: location.databaseUrl, SHUTDOWN_DELAY: '1s' };
    const old = await joined(startService(variables), token);
    const watching = proxy.watch();
    const { author } = workshop.entities;
    const project = asText((await workshop.writer.make())['id']);
    const load = new Load(usualRequests({ url, token, project, author }), [200, 201], steady);
    const held = `SELECT pg_advisory_xact_lock(${gate})`;
    const coming = await whileHeld(variables.DATABASE_URL, held, async () => {
      const starting = await startNextVersion(variables);
      await untilSessions(database, `wait_event = 'advisory' AND query LIKE '%${gate}%'`, starting.ended);
      await load.moved();
      await untilReady(old.client);
      return starting;
    });
    const young = await joined(coming, token);
    await until(async () => (await old.client.request('/health/ready')).text.includes(`${ahead}.`));
    await load.moved();
    expect(await startService(variables).ended).toMatchObject(failure);
    await old.leave();
    await load.moved();
    await load.stop();
    expect([...load.unexpected]).toEqual([]);
    await young.leave();
    proxy.close();
    await watching;
  });
});
