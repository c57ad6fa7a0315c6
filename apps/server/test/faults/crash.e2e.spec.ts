import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@resource-catalogue/database';
import { seededDatabase, type TestDatabase } from '@resource-catalogue/database/testing/databases';
import { countRows } from '@resource-catalogue/database/testing/stored';
import { run } from '@resource-catalogue/testing/running-program';
import { newToken, startInstance } from '../support/service.js';
import { projectIn, Writer } from '../projects/support/writer.js';

const name = 'Made once';
const program = fileURLToPath(new URL('dying-service.mjs', import.meta.url));

describe('a service that dies', () => {
  let copy: TestDatabase;
  let database: Database;
  let token: string;

  beforeEach(async () => {
    copy = await seededDatabase();
    ({ token } = await newToken(copy.database));
    await copy.database.close();
    ({ database } = copy);
  });
  afterEach(async () => {
    await database.close();
    await copy.drop();
  });

  /** The built service as a process that dies at a moment of its first write. */
  async function dieWhileMaking(moment: string, headers: Record<string, string>) {
    const dying = run(process.execPath, [program], { DATABASE_URL: copy.location.databaseUrl, DIE: moment });
    const [, url = ''] = /listens at (\S+)/.exec(await dying.untilOutput(/listens at \S+\n/)) ?? [];
    const writer = await Writer.to({ url, token });
    const body = writer.body({ name, tags: ['a'], steps: [{ title: 'b', description: '*c*' }] });
    await expect(writer.post(body, headers)).rejects.toThrow();
    expect((await dying.ended).signal).toBe('SIGKILL');
    database = await openDatabase(copy.location);
    return body;
  }

  const made = () => countRows(database, 'projects WHERE name = $1', [name]);

  it.each([
    { moment: 'before the commit', stored: 0, replayed: undefined },
    { moment: 'before the response', stored: 1, replayed: 'true' },
  ])(
    'WRITE-3, WRITE-7, WRITE-9: a create killed $moment stores all or nothing, and its key creates it once',
    async ({ moment, stored, replayed }) => {
      const body = await dieWhileMaking(moment, { 'idempotency-key': 'once' });
      expect(await made()).toBe(stored);
      const instance = await startInstance(database, token);
      const writer = await Writer.to({ url: instance.url, token });
      const response = await writer.post(body, { 'idempotency-key': '"once"' });
      const project = projectIn(response, 201);
      const got = await writer.get(project['id']);
      await instance.close();
      expect(response.headers['idempotency-replayed']).toBe(replayed);
      expect(project).toMatchObject({ name, tags: ['a'], steps: [{ title: 'b' }] });
      expect([response.text, response.headers['etag']]).toEqual([got.text, got.headers['etag']]);
      expect(await made()).toBe(1);
    },
  );
});
