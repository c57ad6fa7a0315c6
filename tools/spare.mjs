import { pathToFileURL } from 'node:url';

// `tools/serve.mjs` starts it with the packages to load; the program to run comes as a message when it is wanted.
const program = new Promise((resolve) => process.once('message', resolve));
// Whoever was to stop this process is gone.
process.once('disconnect', () => process.kill(process.pid, 'SIGINT'));
for (const name of process.argv.splice(2)) await import(name).catch(() => undefined);
await import(pathToFileURL(await program).href);
