import { runServer } from './run-server.mjs';

await runServer('main.js', []);
