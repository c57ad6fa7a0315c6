import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

declare global {
  /** Called by each function of a source that `entry-hooks.mjs` has loaded, with the path of its file. */
  var enterFile: ((file: string) => void) | undefined;
}

/** The files of the workspace whose functions run during the work, in the order in which they are first entered. */
export async function filesEntered(work: () => Promise<unknown>): Promise<string[]> {
  const files = new Set<string>();
  globalThis.enterFile = (file) => void files.add(file);
  try {
    await work();
  } finally {
    globalThis.enterFile = undefined;
  }
  return [...files];
}

/** Runs a program whose sources name their files, so that it can call `filesEntered`; resolves with what it prints. */
export async function runRecorded(program: URL, ...words: readonly string[]): Promise<string> {
  const hooks = new URL('entry-recorder.mjs', import.meta.url).href;
  const args = ['--conditions=@resource-catalogue/source', '--import', hooks, fileURLToPath(program), ...words];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return text(child.stdout);
}
