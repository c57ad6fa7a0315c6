import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copySeededFiles } from './prepared-files.js';

const bundle = fileURLToPath(new URL('../../../apps/server/bundle', import.meta.url));

/** The real service, on a small embedded database of its own. */
export interface RunningService {
  readonly baseUrl: string;
  /** A token with the scopes `read` and `projects:write`. */
  readonly token: string;
  /** Those that the test has asked for, by their names. */
  readonly tokens: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

/**
 * Starts the service as it was built, with further environment variables, and with further tokens by the options of
 * `tokens create`.
 */
export async function startService(
  variables: Readonly<Record<string, string>>,
  tokens: Readonly<Record<string, readonly string[]>>,
): Promise<RunningService> {
  if (!existsSync(join(bundle, 'main.js')))
    throw new Error('Build the service first: npx nx bundle @resource-catalogue/server');
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-end-to-end-'));
  await copySeededFiles(folder);
  const environment = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn', ...variables };
  const made = new Map<string, string>();
  // The embedded database has one holder at a time.
  for (const [name, options] of Object.entries(tokens)) {
    const program = run(['catalogue.js', 'tokens', 'create', '--name', name, ...options], environment);
    made.set(name, /\brct_\w+/.exec(await said(program, /\brct_\w+\s/))?.[0] ?? '');
    await ended(program);
  }
  const service = run(['main.js'], environment);
  const banner = await said(service, /^curl .*\n/m);
  const word = (label: string) => new RegExp(`^${label} +(\\S+)$`, 'm').exec(banner)?.[1] ?? '';
  return {
    baseUrl: word('Resource Catalogue'),
    token: word('Demo token'),
    tokens: made,
    stop: async () => {
      service.kill();
      await ended(service);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function run([program = '', ...args]: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, ['--liftoff-only', join(bundle, program), ...args], {
    cwd: tmpdir(),
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function ended(child: ChildProcess): Promise<void> {
  child.stdout?.resume();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** What a process said once it matches; rejects when it ends before. */
function said(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (pattern.test(text)) resolve(text);
    });
    child.once('exit', () => reject(new Error(`The service ended and said: ${text}`)));
  });
}
