import { runServer } from './run-server.mjs';

await runServer('openapi/write-document.js', []);
