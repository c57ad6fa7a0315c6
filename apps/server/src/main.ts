#!/usr/bin/env node
import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';

// As for the commands (apps/catalogue/src/main.ts): under load V8 would take twice the memory, mostly for pages that
// were already sent.
setFlagsFromString('--heap-growing-percent=40');

try {
  const args = process.argv.slice(2);
  const flags = args.length > 0 ? (await import('./start/server-program.js')).settingsIn(args) : {};
  const environment: NodeJS.ProcessEnv = { ...process.env, ...flags };
  // The process that starts workers does not load the service. Workers get the same arguments.
  const workers = Number(environment['WORKERS']);
  if (cluster.isPrimary && workers > 1) {
    (await import('./start/workers.js')).startWorkers(workers, environment);
  } else {
    await (await import('./start/start-service.js')).startService(environment);
  }
} catch (error) {
  (await import('@resource-catalogue/program')).exitWith(error);
}
