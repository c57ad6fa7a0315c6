import { randomUUID } from 'node:crypto';
import { copyFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { codeBlocks } from '@resource-catalogue/testing/documents';
import pg from 'pg';
import { oneOfEach } from '@resource-catalogue/database/testing/one-of-each';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { newToken, startInstance } from '@resource-catalogue/server/testing/service';
import { seededFolder } from '@resource-catalogue/testing/running-program';
import { type Reader, reader, withPostgres } from './reader.js';

const backup = codeBlocks('docs/operations/backup.md', 'sh', 7);
/** The code blocks after those of the package, which package.spec installs and runs. */
const install = codeBlocks('docs/operations/install.md', 'sh', 9).slice(3);

/** Processes started by a test and stopped after it. */
const left: (() => unknown)[] = [];
afterEach(async () => {
  for (const leave of left.splice(0)) await leave();
});

let at: Reader;
beforeEach(async () => {
  at = await reader();
});
afterEach(() => at.leave());

/** A service that has one row of each kind. */
async function smallService() {
  const database = await scratchDatabase();
  await database.exec(oneOfEach);
  const { token } = await newToken(database);
  const service = await startInstance(database, token);
  left.push(() => service.close().then(() => database.close()));
  return { url: service.url, token };
}

describe('on the embedded database', () => {
  const [, , , pack = '', unpack = '', mirror = '', move = ''] = backup;

  it('the service of the guide starts and accepts its token', async () => {
    const [folder = '', create = '', start = ''] = (install[5] ?? '').split('\n');
    const made = await at.types(`${folder}\n${create}`, { '/var/lib/catalogue': at.data });
    const { url, token, stop } = await at.starts(start);
    expect(token).toBeUndefined();
    const headers = { authorization: `Bearer ${/\brct_\w+/.exec(made)?.[0] ?? ''}` };
    expect((await fetch(`${url}/api/v1/spaces`, { headers })).status).toBe(200);
    await stop();
  });

  it('a backup is restored, and a mirror is backed up', async () => {
    const data = await seededFolder();
    // Directories of tests hard-link this file, and tar notices changes of the link count.
    await copyFile(join(data, 'spare'), join(data, 'own'));
    await rename(join(data, 'own'), join(data, 'spare'));
    const library = { '/var/lib/catalogue': data };
    left.push(() => rm(`${data}-before`, { recursive: true, force: true }));
    await at.types(pack, library);
    expect(await at.types(unpack, library)).toMatch(/^No tokens\./);
    const service = await smallService();
    const backups = join(at.folder, 'backups');
    const words = {
      '/var/backups/catalogue': at.data,
      '/var/backups': backups,
      'http://127.0.0.1:3000': service.url,
      'MIRROR_TOKEN=TOKEN': `MIRROR_TOKEN=${service.token}`,
    };
    const exported = new RegExp(`Exported \\d+ rows of ${collections.length} collections to `);
    expect(await at.types(mirror, words)).toMatch(exported);
    expect(await readdir(join(backups, 'export'))).toContain('bookings.ndjson.gz');
    // Restores into the source catalogue; restoring into another one takes longer and is tested elsewhere.
    const moved = await at.types(move, { '/var/backups': backups, '/var/lib/other': at.data });
    expect(moved).toMatch(/^Exported \d+ rows [^]*\nImported \d+ lines: 0 new, 0 changed, \d+ unchanged\./);
  });
});

describe('on PostgreSQL', () => {
  const admin = new URL(process.env['TEST_SERVER_URL'] ?? 'postgresql://nobody');
  const name = `catalogue_test_${randomUUID().replaceAll('-', '')}`;
  /** Names in the guides, and their values here. */
  const words = (commands: string) => {
    const server = admin.href.replace(/\/[^/]*$/, '');
    const own = new URL(admin);
    [own.username, own.password, own.pathname] = [name, 'change-me', `/${name}`];
    const any: Readonly<Record<string, string>> = {
      'postgresql://postgres@127.0.0.1:5432': server,
      'postgresql://postgres@127.0.0.1:5432/catalogue': `${server}/${name}`,
      'postgresql://catalogue:change-me@127.0.0.1:5432/catalogue': own.href,
      'ROLE catalogue': `ROLE ${name}`,
      'OWNER catalogue': `OWNER ${name}`,
      'DATABASE catalogue': `DATABASE ${name}`,
      'TO catalogue': `TO ${name}`,
    };
    return Object.fromEntries(Object.entries(any).filter(([word]) => commands.includes(word)));
  };
  const types = (commands: string) => at.types(commands, words(commands));

  withPostgres(
    'psql',
    'pg_dump',
    'pg_restore',
  )('an installation on PostgreSQL serves requests, is backed up and restored', async () => {
    const [, role = '', file = '', begin = '', ask = ''] = install;
    const [dump = '', restore = '', rename = ''] = backup;
    try {
      await types(role);
      const [migrate = '', create = '', start = ''] = begin.split('\n');
      const made = await types(`${file}${migrate}\n${create}`);
      expect(made).toMatch(/^The database has the newest schema\.\nrct_/);
      const { url, stop } = await at.starts(start, { DATABASE_URL_FILE: join(at.folder, 'database_url') });
      const token = /\brct_\w+/.exec(made)?.[0] ?? '';
      expect(await at.types(ask, { 'http://127.0.0.1:3000': url, TOKEN: token })).toContain('"data":[]');
      await stop();
      expect(await types(dump)).toContain('Archive');
      expect(await types(restore)).toContain('website');
      await types(rename);
      const [kept = ''] = dump.split('\n');
      const listed = 'node apps/server/bundle/catalogue.js tokens list';
      expect(await types(`${kept}\n${listed}`)).toContain('website');
    } finally {
      const client = new pg.Client({ connectionString: admin.href });
      await client.connect();
      for (const database of [name, `${name}_before`, `${name}_restored`])
        await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      await client.query(`DROP ROLE IF EXISTS ${name}`);
      await client.end();
    }
  });
});
