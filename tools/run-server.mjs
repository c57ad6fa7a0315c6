import { join } from 'node:path';
import { build } from './build.mjs';
import { runProgram } from './run-program.mjs';
import { root } from './workspace.mjs';

/** Builds, then runs a program of the server, and ends as it ends. */
export async function runServer(program, args) {
  await build();
  // npm goes to the workspace for its scripts, too: DATA_DIR means the same folder, however this was called.
  runProgram(join(root, 'apps/server/dist', program), args, root);
}
