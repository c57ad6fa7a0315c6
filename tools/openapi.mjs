import { runServer } from './run-server.mjs';

await runServer('cli/write-document.js', []);
