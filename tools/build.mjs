import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nx, root } from './workspace.mjs';

/** Longer than Nx takes, on a busy machine, to find that nothing has changed. */
const patience = 10_000;

/** Builds the server and what it needs; nothing if nothing changed. It writes to stderr only, and little: stdout is the caller's. */
export async function build() {
  const notice = setTimeout(
    () => console.error('Building …'),
    existsSync(join(root, 'apps/server/dist/main.js')) ? patience : 0,
  );
  const child = spawn(process.execPath, [nx, 'build', '@resource-catalogue/server', '--outputStyle=static'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const [status] = await once(child, 'close');
  clearTimeout(notice);
  if (status === 0) return;
  process.stderr.write(Buffer.concat(output));
  console.error('The build failed: see above. After a change of dependencies, run npm ci first.');
  process.exit(1);
}
