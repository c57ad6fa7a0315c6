import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyEmptyFiles } from '@resource-catalogue/testing/prepared-files';
import { scratchDatabase } from '../test/support/databases.js';
import type { Database, Session } from './database.js';
import { openDatabase } from './open-database.js';

const id = '018f0000-0000-7000-8000-000000000001';

describe('the source', () => {
  let database: Database;

  beforeAll(async () => {
    database = await scratchDatabase();
    await database.prisma.group.create({ data: { id, name: 'Staff' } });
  });
  afterAll(() => database.close());

  const name = { name: 'name of a group', text: 'SELECT name FROM groups WHERE id = $1' };

  it('returns rows of texts and nulls, even with equal column names, and times in UTC (SHAPE-1)', async () => {
    const text = `SELECT 'a' AS same, NULL::text AS same, true::text, $1::int::text,
      '2026-07-01T12:00:00.120+02:00'::timestamptz(3)::text`;
    expect(await database.source.query({ text }, [7])).toEqual([['a', null, 'true', '7', '2026-07-01 10:00:00.12+00']]);
  });

  it('rejects writes in a snapshot, runs its statements one after the other, and ends it', async () => {
    const states = await database.source.snapshot((source) =>
      Promise.all([source.query(name, [id]), source.snapshot((inner) => inner.query(name, [id]))]),
    );
    expect(states).toEqual([[['Staff']], [['Staff']]]);
    const writing = database.source.snapshot((source) => source.query({ text: 'DELETE FROM groups' }, []));
    await expect(writing).rejects.toThrow(/read-only transaction/);
    await expect(database.source.snapshot(() => Promise.reject(new Error('own')))).rejects.toThrow('own');
    expect(await database.prisma.group.count()).toBe(1);
  });
});

describe('a database on a server', () => {
  let database: Database;

  beforeAll(async () => {
    database = await scratchDatabase();
    await database.prisma.group.create({ data: { id, name: 'Staff' } });
  });
  afterAll(() => database.close());

  it('shows one state from the first statement of a snapshot to the last', async () => {
    const text = 'SELECT name FROM groups';
    const seen = await database.source.snapshot(async (source) => {
      const before = await source.query({ text }, []);
      await database.prisma.group.update({ where: { id }, data: { name: 'Crew' } });
      return [before, await source.query({ text }, [])];
    });
    expect(seen).toEqual([[['Staff']], [['Staff']]]);
    expect(await database.source.query({ text }, [])).toEqual([['Crew']]);
  });

  it('ends a session whose program is suspended in a transaction, or whose machine is gone', async () => {
    const names = ['idle_in_transaction_session_timeout', 'tcp_keepalives_idle', 'tcp_user_timeout'];
    const limits = { text: `SELECT ${names.map((name) => `current_setting('${name}')`).join()}` };
    const limitsOn = ({ query }: Pick<Session, 'query'>) => query(limits, []);
    const all = [
      await limitsOn(database.source),
      await database.session(limitsOn),
      await database.session((session) => session.transaction(limitsOn)),
    ];
    expect(all).toEqual(all.map(() => [['15s', '30', '60000']]));
  });
});

describe('the embedded database', () => {
  let dataDir: string;
  let database: Database;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'catalogue-data-'));
    await copyEmptyFiles(dataDir);
    database = await openDatabase({ databaseUrl: null, dataDir });
  });
  afterAll(async () => {
    await database.close();
    await rm(dataDir, { recursive: true });
  });

  it('WRITE-9: confirms no transaction whose commit fails', async () => {
    await database.exec(`CREATE TABLE owners (id int PRIMARY KEY);
      CREATE TABLE owned (owner int REFERENCES owners DEFERRABLE INITIALLY DEFERRED)`);
    const owned = database.prisma.$transaction(
      (transaction) => transaction.$executeRaw`INSERT INTO owned (owner) VALUES (1)`,
    );
    await expect(owned).rejects.toThrow('ForeignKeyConstraintViolation');
    expect(await database.source.query({ text: 'SELECT count(*)::text FROM owned' }, [])).toEqual([['0']]);
  });

  it('keeps what was written, and shows it to other processes while it is open', async () => {
    await database.prisma.group.create({ data: { id, name: 'Staff' } });
    const other = await openDatabase({ databaseUrl: null, dataDir });
    const names = () => database.prisma.group.findMany({ select: { name: true } });
    expect(await other.prisma.group.findMany({ select: { name: true } })).toEqual([{ name: 'Staff' }]);
    await other.close();
    await database.close();
    await database.close();
    database = await openDatabase({ databaseUrl: null, dataDir });
    expect(await names()).toEqual([{ name: 'Staff' }]);
  });
});
