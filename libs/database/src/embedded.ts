import {
  DataDirectoryError,
  type Engine,
  EngineAdapter,
  openEngine,
  openEngineInMemory,
  type Report,
  WritesRefused,
} from '@resource-catalogue/embedded-database';
import { migrationsFolder } from './migrations-folder.js';
import { copyStatement } from './copy.js';
import type { Database, Session } from './database.js';
import { migrate } from './migrate.js';
import type { ReadSource, Row } from './read-source.js';
import { PrismaService } from './prisma.service.js';

/** Opens and migrates the embedded database of a data directory. No other process can open it meanwhile. */
export async function openEmbedded(dataDir: string, report: Report): Promise<Database> {
  return embedded(await openEngine(dataDir, report));
}

/** The same without files. The image of another database saves the setup. */
export async function openInMemory(image?: Blob): Promise<Database> {
  return embedded(await openEngineInMemory(image));
}

async function embedded(engine: Engine): Promise<Database> {
  try {
    const query = async (text: string, values: readonly string[]) =>
      (await engine.query<Record<string, unknown>>(text, [...values])).rows;
    await migrate({ query, exec: (script) => engine.exec(script) }, migrationsFolder);
  } catch (error) {
    await engine.close();
    throw error instanceof WritesRefused ? new DataDirectoryError(error.message, { cause: error }) : error;
  }
  const prisma = new PrismaService(new EngineAdapter(engine));
  const source = engineSource(engine);
  let closed: Promise<void> | undefined;
  const close = async () => {
    await prisma.$disconnect();
    await engine.close();
  };
  return {
    kind: 'embedded',
    prisma,
    source,
    reads: source,
    // There is one connection, for which everything waits in turn anyway.
    writing: (work) => work(),
    exec: async (script) => void (await engine.exec(script)),
    session: (work) => work(engineSession(engine)),
    connections: () => null,
    close: () => (closed ??= close()),
  };
}

function engineSession(engine: Engine): Session {
  return {
    ...statementsOn(engine),
    transaction: (work) =>
      engine.transaction((transaction) => {
        const sent = () => engine.checkpointIfDue(transaction);
        const inside: Session = { ...statementsOn(transaction, sent), transaction: (inner) => inner(inside) };
        return work(inside);
      }),
  };
}

const statementsOn = (
  on: Pick<Engine, 'query' | 'exec'>,
  sent: () => Promise<void> = () => Promise.resolve(),
): Omit<Session, 'transaction'> => ({
  query: async (statement, values = []) => {
    const rows = await read(on, statement.text, values);
    await sent();
    return rows;
  },
  exec: async (script) => {
    await on.exec(script);
    await sent();
  },
  append: async (table, columns, rows) => {
    await on.query(copyStatement(table, columns, `'/dev/blob'`), [], { blob: new Blob([rows]) });
    await sent();
  },
});

const engineSource = (engine: Engine): ReadSource => ({
  query: engine.read,
  snapshot: (work) =>
    engine.snapshot((read) => {
      const source: ReadSource = { query: read, snapshot: (inner) => inner(source) };
      return work(source);
    }),
});

async function read(on: Pick<Engine, 'query'>, text: string, values: readonly unknown[]): Promise<readonly Row[]> {
  return (await on.query<(string | null)[]>(text, [...values], { rowMode: 'array' })).rows;
}
