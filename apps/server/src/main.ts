import { setFlagsFromString } from 'node:v8';
import { startService } from './start/start-service.js';
import { exitWith } from './start/shutdown.js';

// As of the commands (cli/main.ts): under load V8 would take twice as much, most of it for pages that are sent already.
setFlagsFromString('--heap-growing-percent=30');

startService(process.env).catch(exitWith);
