import { randomUUID } from 'node:crypto';
import { rename as move, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { codeBlocks } from '@resource-catalogue/testing/documents';
import pg from 'pg';
import { seededFolder } from '@resource-catalogue/testing/running-program';
import { type Reader, reader, withClients, withPostgres } from './reader.js';

const backup = codeBlocks('docs/operations/backup.md', 'sh', 8);
/** The code blocks after those of the package, which package.spec installs and runs. */
const install = codeBlocks('docs/operations/install.md', 'sh', 10).slice(3);

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

const serve = 'DEMO=off node apps/server/bundle/main.js';

describe('on the embedded database', () => {
  const [, , , dump = '', fill = '', pack = '', unpack = '', transfer = ''] = backup;

  it('the service of the guide starts and accepts its token', async () => {
    const [folder = '', create = '', start = ''] = (install[6] ?? '').split('\n');
    const made = await at.types(`${folder}\n${create}`, { '/var/lib/catalogue': at.data });
    const { url, token, stop } = await at.starts(start);
    expect(token).toBeUndefined();
    const headers = { authorization: `Bearer ${/\brct_\w+/.exec(made)?.[0] ?? ''}` };
    expect((await fetch(`${url}/api/v1/spaces`, { headers })).status).toBe(200);
    await stop();
  });

  it('a copied data directory is restored, and a running service exports to another catalogue', async () => {
    const data = await seededFolder();
    const library = { '/var/lib/catalogue': data };
    left.push(() => rm(`${data}-before`, { recursive: true, force: true }));
    await at.types(pack, library);
    await move(data, `${data}-before`);
    expect(await at.types(unpack, library)).toMatch(/^No tokens\./);
    const service = await at.starts(serve, { DATA_DIR: data });
    await expect(at.types(pack, library)).rejects.toThrow('exited with 1');
    const words = { '/var/backups': join(at.folder, 'backups'), '/var/lib/other': at.data };
    const exported = `Exported \\d+ rows of ${collections.length} collections to `;
    expect(await at.types(transfer, words, { DATA_DIR: data })).toMatch(
      new RegExp(`^${exported}[^]*\\nImported (\\d+) lines: \\1 new, 0 changed, 0 unchanged\\.`),
    );
    await service.stop();
  });

  withClients(
    18,
    'psql',
    'pg_dump',
    'pg_restore',
  )('a dump of a running service is restored into another', async () => {
    const data = await seededFolder();
    const services = [await at.starts(serve, { DATA_DIR: data }), await at.starts(serve)];
    await at.types(dump, { '/var/lib/catalogue': data });
    await at.types(fill, { '/var/lib/catalogue-new': at.data });
    const spaces = await at.types('node apps/server/bundle/catalogue.js export - --collections spaces');
    expect(spaces.split('\n').length).toBeGreaterThan(1);
    for (const { stop } of services) await stop();
  });
});

describe('on PostgreSQL', () => {
  const admin = new URL(process.env['TEST_SERVER_URL'] ?? 'postgresql://nobody');
  const name = `catalogue_test_${randomUUID().replaceAll('-', '')}`;
  /** Replaces names in the guides by their values in this test. */
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
      expect(made).toMatch(/^The database schema is up to date\.\nrct_/);
      const { url, stop } = await at.starts(start, { DATABASE_URL_FILE: join(at.folder, 'database_url') });
      const token = /\brct_\w+/.exec(made)?.[0] ?? '';
      expect(await at.types(ask, { 'http://127.0.0.1:3000': url, TOKEN: token })).toContain('"data":[]');
      await stop();
      expect(await types(dump)).toContain('Archive');
      expect(await types(restore)).toContain('dashboard');
      await types(rename);
      const [kept = ''] = dump.split('\n');
      const listed = 'node apps/server/bundle/catalogue.js tokens list';
      expect(await types(`${kept}\n${listed}`)).toContain('dashboard');
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
