import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '@resource-catalogue/program';
import type { Owner, Programs } from './programs.js';

/** PostgreSQL's own directory in a data directory. */
export const clusterFolder = (directory: string): string => join(directory, 'pgdata');

/** The password for connections over TCP, as PGPASSFILE accepts it. */
export const passwordFile = (cluster: string): string => join(cluster, 'pgpass');

/** Prefix of an incomplete cluster, which gets its final name once it is complete. */
const draftPrefix = 'pgdata-new-';

/** Names of our own files, and of those that file systems create. */
const ownFiles = new RegExp(`^(?:${draftPrefix}.*|users|lib|log|lost\\+found|\\..*)$`);

/** Creates the data directory. One with other files is rejected and left as it is. */
export async function prepareDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  if (existsSync(clusterFolder(directory))) return;
  if (existsSync(join(directory, 'postgres/PG_VERSION'))) {
    throw new CommandError(
      `The data directory ${directory} has a database in an older format: export it with the version that wrote it, ` +
        'set DATA_DIR to an empty directory, and import it there.',
    );
  }
  const other = (await readdir(directory)).find((name) => !ownFiles.test(name));
  if (other !== undefined) {
    throw new CommandError(
      `The data directory ${directory} has no database but is not empty (${other}): ` +
        'restore it from a backup, or set DATA_DIR to an empty directory.',
    );
  }
}

/** Creates the cluster. Of several processes that do so at once, one succeeds and all continue. */
export async function createCluster(
  directory: string,
  programs: Programs,
  owner: Owner | null,
  extra: readonly string[],
): Promise<void> {
  const cluster = clusterFolder(directory);
  const draft = await mkdtemp(join(directory, draftPrefix));
  const folder = join(draft, 'pgdata');
  const passwords = join(draft, 'password');
  const password = randomBytes(24).toString('hex');
  try {
    await mkdir(folder, { mode: 0o700 });
    await writeFile(passwords, password, { mode: 0o600 });
    if (owner) for (const path of [draft, folder, passwords]) await chown(path, owner.uid, owner.gid);
    await initialise(programs, [
      ...['-D', folder, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-instructions'],
      ...['--auth-local=trust', '--auth-host=scram-sha-256', `--pwfile=${passwords}`, ...extra],
    ]);
    await writeFile(passwordFile(folder), `127.0.0.1:*:*:postgres:${password}\n`, { mode: 0o600 });
    await rename(folder, cluster);
  } catch (error) {
    if (!existsSync(cluster)) throw error;
  } finally {
    // Remove also drafts whose creation was interrupted: they have no rows.
    const drafts = existsSync(cluster) ? await readdir(directory) : [draft.slice(directory.length + 1)];
    for (const name of drafts.filter((each) => each.startsWith(draftPrefix)))
      await rm(join(directory, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

async function initialise(programs: Programs, args: readonly string[]): Promise<void> {
  const child = programs.spawn([join(programs.folder, 'initdb'), ...args], ['ignore', 'ignore', 'pipe']);
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += String(chunk)));
  await once(child, 'close');
  if (child.exitCode === 0) return;
  const [, reason = 'initdb failed'] = /(?:FATAL|PANIC|error): +(.*?)\.?$/m.exec(output) ?? [];
  const remedy = /file descriptors|open files/.test(reason)
    ? 'raise the limit of open files, for example with ulimit -n 4096'
    : 'check DATA_DIR';
  throw new CommandError(`The database could not be created: ${reason}; ${remedy}.`);
}
