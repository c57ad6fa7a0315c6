import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from '@jest/globals';
import { inPlace, typed } from '@resource-catalogue/end-to-end';
import { copyEmptyFiles } from '@resource-catalogue/end-to-end/prepared-files';
import { databaseKinds } from '../../support/database-kinds.js';
import { scratchPostgres } from '../../support/scratch-databases.js';
import { isInstalled } from '../../support/server-process.js';
import { banner, root, run } from '../running-program.js';

type Words = Readonly<Record<string, string>>;

/** Somebody who follows a guide, with an empty catalogue and in a folder like that of the workspace. */
export interface Reader {
  readonly folder: string;
  /** What names the reader's database. */
  readonly variables: Words;
  /** What commands print; other words may be typed than those of the guide. */
  types(commands: string, instead?: Words, variables?: Words): Promise<string>;
  /** Makes a token, starts the service and asks it, as three lines say, and stops it. */
  asks(commands: string): Promise<{ readonly answer: unknown }>;
  leave(): Promise<void>;
}

/** On PostgreSQL where there is one, as its commands take half the time. */
export async function reader(): Promise<Reader> {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-guide-'));
  await symlink(join(root, 'apps'), join(folder, 'apps'));
  const database = databaseKinds.includes('postgres') ? await scratchPostgres() : undefined;
  const data = join(folder, 'data');
  if (!database) await copyEmptyFiles(data);
  const variables: Words = database ? { DATABASE_URL: database.url } : { DATA_DIR: data };
  const types: Reader['types'] = (commands, instead = {}, more = {}) =>
    typed(commands, { cwd: folder, variables: { ...variables, ...more }, instead });
  return {
    folder,
    variables,
    types,
    asks: async (commands) => {
      const [create = '', start = '', ask = ''] = commands.trim().split('\n');
      const [token = ''] = /\brct_\w+/.exec(await types(create)) ?? [];
      const service = startAs(start, folder, variables);
      const { url } = await banner(service);
      const said = await types(ask, { TOKEN: token, 'http://127.0.0.1:3000': url });
      service.child.kill();
      await service.ended;
      const answer: unknown = JSON.parse(said);
      return { answer };
    },
    leave: async () => {
      await database?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the service by a line of a guide, on a port that is free. */
export function startAs(line: string, folder: string, variables: Words) {
  const program = line.includes('npm start') ? { 'npm start': 'exec node apps/server/bundle/main.js' } : {};
  const port = line.includes('PORT=3000') ? { 'PORT=3000': 'PORT=0' } : {};
  return run('bash', ['-euc', inPlace(line, { ...program, ...port })], variables, { cwd: folder });
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
