import { runServer } from './run-server.mjs';

await runServer('cli/main.js', process.argv.slice(2));
