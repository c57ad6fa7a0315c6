import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from '@jest/globals';
import { inPlace, typed } from '@resource-catalogue/testing/documents';
import { copyEmptyFiles } from '@resource-catalogue/testing/prepared-files';
import { isInstalled } from '@resource-catalogue/testing/server-process';
import { banner, root, run } from '@resource-catalogue/testing/running-program';

type Words = Readonly<Record<string, string>>;

/** A service started by a guide. */
interface Started {
  readonly url: string;
  /** The demo token, if the service printed one. */
  readonly token: string | undefined;
  stop(): Promise<void>;
}

/** A reader who follows a guide, with an empty catalogue and a directory similar to the workspace. */
export interface Reader {
  readonly folder: string;
  /** The reader's data directory, as in the reader's environment variables. */
  readonly data: string;
  /** Runs commands and returns their output; `instead` replaces words of the guide. */
  types(commands: string, instead?: Words, variables?: Words): Promise<string>;
  /** Starts the service by a line of a guide, on a free port. */
  starts(line: string, variables?: Words): Promise<Started>;
  leave(): Promise<void>;
}

export async function reader(): Promise<Reader> {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-guide-'));
  await symlink(join(root, 'apps'), join(folder, 'apps'));
  const data = join(folder, 'data');
  await copyEmptyFiles(data);
  const types: Reader['types'] = (commands, instead = {}, variables = {}) =>
    typed(inPlace(commands, instead), { cwd: folder, variables: { DATA_DIR: data, ...variables } });
  const starts: Reader['starts'] = async (line, variables = { DATA_DIR: data }) => {
    const program = line.includes('npm start') ? { 'npm start': 'exec node apps/server/bundle/main.js' } : {};
    const port = line.includes('PORT=3000') ? { 'PORT=3000': 'PORT=0' } : {};
    const service = run('bash', ['-euc', inPlace(line, { ...program, ...port })], variables, { cwd: folder });
    const { url, token } = await banner(service);
    const stop = async (): Promise<void> => {
      service.child.kill();
      await service.ended;
    };
    return { url, token, stop };
  };
  return {
    folder,
    data,
    types,
    starts,
    leave: () => rm(folder, { recursive: true, force: true }),
  };
}

type Declare = (name: string, work: () => Promise<void>) => void;

const skipped: Declare = () => undefined;

/**
 * A test that is declared only if a program of the guides is installed; the summary of the full run lists skipped
 * tests.
 */
export const withProgram = (program: string): Declare => (isInstalled(program) ? it : skipped);

/** A test that is declared only if there is a PostgreSQL server, and if the installed programs are not older. */
export function withPostgres(...programs: readonly string[]): Declare {
  const url = process.env['TEST_SERVER_URL'];
  if (url === undefined || url === '') return skipped;
  return withClients(Math.max(majorOf('psql', url, '-AtXc', 'SHOW server_version'), 1), ...programs);
}

/** A test that is declared only if these programs of PostgreSQL have this major version or a newer one. */
export const withClients = (major: number, ...programs: readonly string[]): Declare =>
  programs.every((program) => majorOf(program, '--version') >= major) ? it : skipped;

const majorOf = (program: string, ...args: readonly string[]): number =>
  Number(/\d+/.exec(spawnSync(program, args, { encoding: 'utf8' }).stdout ?? '')?.[0] ?? 0);
