import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from '@jest/globals';
import { inPlace, typed } from '@resource-catalogue/testing/documents';
import { copyEmptyFiles } from '@resource-catalogue/testing/prepared-files';
import { readConfiguration } from '@resource-catalogue/program';
import { prepareDemo } from '@resource-catalogue/demo';
import { commandsOf } from '@resource-catalogue/testing/shell';
import { scratchDatabase } from '@resource-catalogue/database/testing/scratch-databases';
import { isInstalled } from '@resource-catalogue/testing/server-process';
import { startInstance } from '@resource-catalogue/server/testing/service';
import { banner, root, run } from '@resource-catalogue/testing/running-program';
import { commandsHere } from './typed-here.js';

type Words = Readonly<Record<string, string>>;

/** A service that a guide has started. */
interface Started {
  readonly url: string;
  /** That of the demonstration. */
  readonly token: string | undefined;
  stop(): Promise<void>;
}

/** Somebody who follows a guide, with an empty catalogue and in a folder like that of the workspace. */
export interface Reader {
  readonly folder: string;
  /** The reader's data directory, which the variables of the reader name. */
  readonly data: string;
  /** What commands print; other words may be typed than those of the guide. */
  types(commands: string, instead?: Words, variables?: Words): Promise<string>;
  /** Starts the service by a line of a guide, on the reader's database and on a port that is free. */
  starts(line: string): Promise<Started>;
  /** Makes a token, starts the service and asks it, as three lines say, and stops it. */
  asks(commands: string): Promise<{ readonly answer: unknown }>;
  leave(): Promise<void>;
}

/** How a reader's commands and services run. */
interface Way {
  readonly beforehand: string;
  starts(line: string): Promise<Started>;
  end(): Promise<void>;
}

/**
 * The shell is a real one. The programs of the catalogue run in this process and on a database that is open already, as each
 * start of theirs takes seconds; an exhaustive run starts them.
 */
export async function reader(): Promise<Reader> {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-guide-'));
  await symlink(join(root, 'apps'), join(folder, 'apps'));
  const data = join(folder, 'data');
  const way = await (process.env['EXHAUSTIVE'] === undefined ? inThisProcess(folder, data) : asPrograms(folder, data));
  const types: Reader['types'] = (commands, instead = {}, variables = {}) =>
    typed(way.beforehand + inPlace(commands, instead), { cwd: folder, variables: { DATA_DIR: data, ...variables } });
  return {
    folder,
    data,
    types,
    starts: way.starts,
    asks: async (commands) => {
      const [create = '', start = '', ask = ''] = commands.trim().split('\n');
      const [token = ''] = /\brct_\w+/.exec(await types(create)) ?? [];
      const service = await way.starts(start);
      const said = await types(ask, { TOKEN: token, 'http://127.0.0.1:3000': service.url });
      await service.stop();
      const answer: unknown = JSON.parse(said);
      return { answer };
    },
    leave: async () => {
      await way.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function asPrograms(folder: string, data: string): Promise<Way> {
  await copyEmptyFiles(data);
  return {
    beforehand: '',
    starts: (line) => startAs(line, folder, { DATA_DIR: data }),
    end: () => Promise.resolve(),
  };
}

async function inThisProcess(folder: string, data: string): Promise<Way> {
  const database = await scratchDatabase();
  const { beforehand, close } = await commandsHere(folder, data, database);
  return {
    beforehand,
    starts: async (line) => {
      const variables = Object.assign({}, ...commandsOf(line).map((command) => command.variables)) as Words;
      const configuration = readConfiguration({ LOG_LEVEL: 'silent', ...variables });
      const token = configuration.demo ? ((await prepareDemo(database, null)) ?? undefined) : undefined;
      const instance = await startInstance(database, token ?? '', configuration);
      return { url: instance.url, token, stop: instance.close };
    },
    end: async () => {
      await close();
      await database.close();
    },
  };
}

/** Starts the program of the service by a line of a guide. */
export async function startAs(line: string, folder: string, variables: Words): Promise<Started> {
  const program = line.includes('npm start') ? { 'npm start': 'exec node apps/server/bundle/main.js' } : {};
  const port = line.includes('PORT=3000') ? { 'PORT=3000': 'PORT=0' } : {};
  const service = run('bash', ['-euc', inPlace(line, { ...program, ...port })], variables, { cwd: folder });
  const { url, token } = await banner(service);
  const stop = async (): Promise<void> => {
    service.child.kill();
    await service.ended;
  };
  return { url, token, stop };
}

type Declare = (name: string, work: () => Promise<void>) => void;

const nowhere: Declare = () => undefined;

/** A test that is declared where a program of the guides is installed; the closing lines of the whole run say so. */
export const withProgram = (program: string): Declare => (isInstalled(program) ? it : nowhere);

/** A test that is declared where there is a server of PostgreSQL, and its programs, none older than it. */
export function withPostgres(...programs: readonly string[]): Declare {
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined || url === '') return nowhere;
  const majorOf = (program: string, ...args: readonly string[]): number =>
    Number(/\d+/.exec(spawnSync(program, args, { encoding: 'utf8' }).stdout ?? '')?.[0] ?? 0);
  const server = majorOf('psql', url, '-AtXc', 'SHOW server_version');
  return programs.every((program) => majorOf(program, '--version') >= Math.max(server, 1)) ? it : nowhere;
}
