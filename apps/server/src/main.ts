#!/usr/bin/env node
import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';

// As for the commands (apps/catalogue/src/main.ts): under load V8 would take twice the memory, mostly for pages that
// were already sent.
setFlagsFromString('--heap-growing-percent=40');

try {
  // Exits after --version and --help.
  if (process.argv.length > 2) (await import('./start/server-program.js')).serverProgram().parse();
  // The process that starts workers loads nothing of the service.
  const { WORKERS } = process.env;
  if (cluster.isPrimary && Number(WORKERS) > 1) {
    (await import('./start/workers.js')).startWorkers(Number(WORKERS), process.env);
  } else {
    await (await import('./start/start-service.js')).startService(process.env);
  }
} catch (error) {
  (await import('@resource-catalogue/program')).exitWith(error);
}
