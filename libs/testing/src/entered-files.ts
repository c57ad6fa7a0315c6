import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

declare global {
  /** Called by each function of a source loaded by `entry-hooks.mjs`, with the path of its file. */
  var enterFile: ((file: string) => void) | undefined;
}

/**
 * The files of the workspace whose functions run during the work, in the order in which they are first entered.
 * Earlier work may still be running, so entries count only from the first one in `start`, if given.
 */
export async function filesEntered(work: () => Promise<unknown>, start?: string): Promise<string[]> {
  const entries: string[] = [];
  globalThis.enterFile = (file) => void entries.push(file);
  try {
    await work();
  } finally {
    globalThis.enterFile = undefined;
  }
  return [...new Set(start === undefined ? entries : entries.slice(entries.indexOf(start)))];
}

/** Runs a program with instrumented sources, so that it can call `filesEntered`; resolves with its output. */
export async function runRecorded(program: URL, ...words: readonly string[]): Promise<string> {
  const hooks = ['../../../tools/typescript.mjs', 'entry-recorder.mjs'].flatMap((name) => [
    '--import',
    new URL(name, import.meta.url).href,
  ]);
  const args = ['--conditions=@resource-catalogue/source', ...hooks, fileURLToPath(program), ...words];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return text(child.stdout);
}
