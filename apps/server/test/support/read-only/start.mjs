import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('serve.ts', import.meta.url));
const typescript = new URL('../../../../../tools/typescript.mjs', import.meta.url).href;

/**
 * Jest's global setup. Test files that only read share one service for each kind of database; it runs the sources, in a
 * process of its own, and is started for the first file that asks at the door.
 */
export default async function start() {
  const services = new Map();
  const door = createServer((request, response) => {
    const kind = request.url.slice(1);
    if (!services.has(kind)) services.set(kind, startService(kind));
    services.get(kind).place.then(
      (place) => response.end(place),
      (error) => response.writeHead(500).end(error.message),
    );
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  // A run that fails may end without the teardown.
  door.unref();
  process.env.READ_ONLY_SERVICES = `http://127.0.0.1:${door.address().port}`;
  globalThis.stopReadOnlyServices = async () => {
    door.close();
    for (const { child } of services.values()) child.stdin.end();
    await Promise.all([...services.values()].map(({ ended }) => ended));
  };
}

/** What it says first is where it is. It ends when nobody holds its stdin any more, however that came. */
function startService(kind) {
  const args = ['--conditions=@resource-catalogue/source', '--import', typescript, program, kind];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const said = once(createInterface(child.stdout), 'line').then(([line]) => line);
  const failed = ended.then(([code]) => Promise.reject(new Error(`The shared service ended with ${code}.`)));
  failed.catch(() => undefined);
  return { child, ended, place: Promise.race([said, failed]) };
}
