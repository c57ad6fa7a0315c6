import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './run-program.mjs';
import { nx, root } from './workspace.mjs';

// Builds the conformance suite, and nothing if nothing changed, then runs it and ends as it ends.
const program = join(root, 'apps/conformance/dist/src/cli/main.js');
if (!existsSync(program)) console.error('Building …');
const build = spawn(process.execPath, [nx, 'build', '@resource-catalogue/conformance', '--outputStyle=static'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'pipe'],
});
const output = [];
for (const stream of [build.stdout, build.stderr]) stream.on('data', (chunk) => output.push(chunk));
const [status] = await once(build, 'close');
if (status !== 0) {
  process.stderr.write(Buffer.concat(output));
  console.error('The build failed: see above. After a change of dependencies, run npm ci first.');
  process.exit(6);
}
runProgram(program, process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
