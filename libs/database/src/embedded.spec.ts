import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copySeededFiles } from '@resource-catalogue/testing/prepared-files';
import type { Database } from './database.js';
import { openEmbedded } from './embedded.js';

describe('the embedded database', () => {
  let directory: string;
  let database: Database;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'embedded-database-'));
    // To set one up takes far longer.
    await copySeededFiles(directory);
    database = await openEmbedded(directory, () => undefined);
  });
  afterAll(async () => {
    await database.close();
    await rm(directory, { recursive: true });
  });

  it('WRITE-9: confirms no transaction whose commit fails', async () => {
    await database.exec(`CREATE TABLE owners (id int PRIMARY KEY);
      CREATE TABLE owned (owner int REFERENCES owners DEFERRABLE INITIALLY DEFERRED)`);
    const owned = database.prisma.$transaction(
      (transaction) => transaction.$executeRaw`INSERT INTO owned (owner) VALUES (1)`,
    );
    await expect(owned).rejects.toThrow(/foreign key/);
    expect(await database.source.query({ text: 'SELECT count(*)::text FROM owned' }, [])).toEqual([['0']]);
  });

  it('keeps its log short, also within one long transaction', async () => {
    const since = `SELECT ((pg_current_wal_lsn() - redo_lsn) / 1048576)::int::text FROM pg_control_checkpoint()`;
    const rows = Array.from({ length: 37 }, (_, batch) => `${batch}\t${'x'.repeat(1000)}\n`.repeat(1000));
    await database.exec('CREATE TABLE wide (id int, text text)');
    await database.session((session) =>
      session.transaction(async (inside) => {
        for (const chunk of rows) await inside.append('wide', ['id', 'text'], Buffer.from(chunk));
      }),
    );
    const [row] = await database.source.query({ text: since }, []);
    expect(Number(row?.[0])).toBeLessThan(33);
  });
});
