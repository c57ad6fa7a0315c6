import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copySeededFiles } from './prepared-files.js';
import { banner, built, spawnProgram } from './program.js';

/** The real service, on its own small embedded database. */
export interface RunningService {
  readonly baseUrl: string;
  /** A token with the scopes `read` and `projects:write`. */
  readonly token: string;
  /** The tokens that the test has requested, by name. */
  readonly tokens: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

/**
 * Starts the built service with additional environment variables, and additional tokens by the options of `tokens
 * create`.
 */
export async function startService(
  variables: Readonly<Record<string, string>>,
  tokens: Readonly<Record<string, readonly string[]>>,
): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-end-to-end-'));
  await copySeededFiles(folder);
  const run = (program: string, ...args: readonly string[]) =>
    spawnProgram(process.execPath, [built(program), ...args], { DATA_DIR: folder, ...variables });
  const made = new Map<string, string>();
  for (const [name, options] of Object.entries(tokens)) {
    const program = run('catalogue.js', 'tokens', 'create', '--name', name, ...options);
    made.set(name, /\brct_\w+/.exec(await program.untilOutput(/\brct_\w+\s/))?.[0] ?? '');
    await program.ended;
  }
  const service = run('main.js');
  const { url, token = '' } = await banner(service);
  return {
    baseUrl: url,
    token,
    tokens: made,
    stop: async () => {
      service.child.kill();
      await service.ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
