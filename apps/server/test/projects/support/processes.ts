import { fileURLToPath } from 'node:url';
import type { TestDatabase } from '@resource-catalogue/database/testing/databases';
import { run, type RunningProgram } from '@resource-catalogue/testing/running-program';
import { projectsPath } from './workshop.js';

const program = fileURLToPath(new URL('dying-service.mjs', import.meta.url));

export interface Process {
  readonly program: RunningProgram;
  readonly url: string;
}

/** The built service as a process of its own on the database; it is killed after the test, if it is not dead by then. */
export async function startProcess({ location }: Pick<TestDatabase, 'location'>, die = 'never'): Promise<Process> {
  const { databaseUrl, dataDir } = location;
  const where = databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl };
  const running = run(process.execPath, [program], { ...where, DIE: die });
  const said = await running.said(/listens at \S+\n/);
  return { program: running, url: /listens at (\S+)/.exec(said)?.[1] ?? '' };
}

export async function send(
  { url }: Pick<Process, 'url'>,
  token: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  id = '',
): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(`${url}${projectsPath}${id && `/${id}`}`, {
    method: id ? 'PATCH' : 'POST',
    body,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}
