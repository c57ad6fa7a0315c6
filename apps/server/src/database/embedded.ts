import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { migrationsFolder, PrismaClient } from '@resource-catalogue/prisma';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { analyseStatement, copyStatement } from './copy.js';
import type { CopyText, Database } from './database.js';
import { type DirectoryLock, lockDirectory } from './directory-lock.js';
import { migrate } from './migrate.js';
import type { ReadSource, Row } from './read-source.js';

/** Opens the embedded PostgreSQL whose files are in the folder, alone (it keeps no lock of its own), and up to date. */
export async function openEmbedded(dataDir: string): Promise<Database> {
  await mkdir(dataDir, { recursive: true });
  const lock = await lockDirectory(dataDir);
  try {
    return await embedded(await PGlite.create({ dataDir: join(dataDir, 'postgres') }), lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** The same without files. An image that another one dumped saves the set-up. */
export async function openInMemory(image?: Blob): Promise<Database> {
  return embedded(await PGlite.create(image ? { loadDataDir: image } : {}));
}

async function embedded(engine: PGlite, lock?: DirectoryLock): Promise<Database> {
  try {
    await engine.exec(`SET timezone = 'UTC'; SET datestyle = 'ISO'`);
    const query = async (text: string, values: readonly string[]) =>
      (await engine.query<Record<string, unknown>>(text, [...values])).rows;
    await migrate({ query, exec: (script) => engine.exec(script) }, migrationsFolder);
  } catch (error) {
    await engine.close();
    throw error;
  }
  const prisma = new PrismaClient({ adapter: new PrismaPGlite(engine) });
  let closed: Promise<void> | undefined;
  const close = async () => {
    await prisma.$disconnect();
    await engine.close().finally(() => lock?.release());
  };
  return {
    kind: 'embedded',
    prisma,
    source: engineSource(engine),
    exec: async (script) => void (await engine.exec(script)),
    copying: (work) => engine.transaction((transaction) => work(copyTo(transaction))),
    close: () => (closed ??= close()),
  };
}

type Queryable = Pick<PGlite, 'query'>;

const engineSource = (engine: PGlite): ReadSource => ({
  query: (statement, values) => read(engine, statement.text, values),
  snapshot: (work) =>
    engine.transaction(async (transaction) => {
      await transaction.exec('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const source: ReadSource = {
        query: (statement, values) => read(transaction, statement.text, values),
        snapshot: (inner) => inner(source),
      };
      return work(source);
    }),
});

async function read(on: Queryable, text: string, values: readonly unknown[]): Promise<readonly Row[]> {
  return (await on.query<(string | null)[]>(text, [...values], { rowMode: 'array' })).rows;
}

/** The engine takes a whole batch at once, so this bounds the memory of a load. */
const batchLength = 4 * 1024 * 1024;

const copyTo =
  (on: Queryable): CopyText =>
  async (table, columns, chunks) => {
    const statement = copyStatement(table, columns, `'/dev/blob'`);
    let batch: string[] = [];
    let length = 0;
    const send = async () => {
      if (length > 0) await on.query(statement, [], { blob: new Blob(batch) });
      batch = [];
      length = 0;
    };
    for await (const chunk of chunks) {
      batch.push(chunk);
      length += chunk.length;
      if (length >= batchLength) await send();
    }
    await send();
    await on.query(analyseStatement(table));
  };
