import { once } from 'node:events';
import type { Server } from 'node:http';
import { isNativeError } from 'node:util/types';
import { apiPrefix } from '@resource-catalogue/contracts';
import { type Configuration, readConfiguration } from '../config/configuration.js';
import { prepareDemo, withdrawDemoToken } from '../demo/prepare-demo.js';
import { Connections } from '../http/connections.js';
import { openLog } from '../observability/log.js';
import { Readiness } from '../pages/health.controller.js';
import { CommandError } from '../errors/command-error.js';
import { openedDatabase } from './opened-database.js';
import { Shutdown, stopListening } from './shutdown.js';

/** Opens and migrates the database, fills it where that is wanted, listens, and prints where. */
export async function startService(environment: NodeJS.ProcessEnv): Promise<void> {
  const configuration = readConfiguration(environment);
  const shutdown = new Shutdown();
  try {
    const logger = openLog(configuration.logLevel);
    // While the database opens, the application's modules are loaded.
    const application = import('../create-app.js');
    const database = await openedDatabase(configuration, (line) => logger.error(line));
    shutdown.first(() => database.close());
    const token = configuration.demo ? await prepareDemo(database) : null;
    if (!configuration.demo) await withdrawDemoToken(database);
    const { createApp } = await application;
    const app = await createApp(configuration, database, logger);
    shutdown.first(() => app.close());
    const server = app.getHttpServer();
    const serving = { server, connections: app.get(Connections), readiness: app.get(Readiness, { strict: false }) };
    // Ctrl-C comes from a person who waits, SIGTERM from an orchestrator that has a balancer to tell.
    shutdown.first((signal) => stopListening(serving, signal === 'SIGTERM' ? configuration.shutdownDelay : 0));
    await listen(server, configuration);
    shutdown.serving(configuration.shutdownDelay);
    process.stdout.write(banner(configuration, server.address(), token));
  } catch (error) {
    await shutdown.fail(error);
  }
}

export async function listen(server: Server, { port, host }: Configuration): Promise<void> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const code = isNativeError(error) && 'code' in error ? error.code : undefined;
    throw reasonFor(code, port, host) ?? error;
  }
}

function reasonFor(code: unknown, port: number, host: string): CommandError | null {
  switch (code) {
    case 'EADDRINUSE':
      return new CommandError(
        `Port ${port} of ${host} is in use: stop the program that listens there, or set PORT to another port.`,
      );
    case 'EACCES':
      return new CommandError(`This user may not listen on port ${port}: set PORT to 1024 or above.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new CommandError(
        `This machine does not have the address ${host}: set HOST to one that it has, or to 0.0.0.0 for all of them.`,
      );
    default:
      return null;
  }
}

/** What a person needs after a start: where the service is, where its reference is, and a request that works. */
export function banner(configuration: Configuration, address: unknown, demoToken: string | null): string {
  const { publicUrl, host, port } = configuration;
  const base = publicUrl ?? `http://${hostIn(host)}:${portOf(address) ?? port}`;
  const lines = ['', `Resource Catalogue  ${base}`, `Reference           ${base}/docs`];
  if (demoToken === null) {
    lines.push('Access tokens       npm run catalogue -- tokens create --name NAME --scopes read');
  } else {
    lines.push(
      `Demo token          ${demoToken}`,
      '',
      `curl -H 'Authorization: Bearer ${demoToken}' '${base}${apiPrefix}/bookings?limit=2'`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}

/** An address that a client on this machine can use where the service listens on all of them. */
function hostIn(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function portOf(address: unknown): number | null {
  if (typeof address !== 'object' || address === null || !('port' in address)) return null;
  return typeof address.port === 'number' ? address.port : null;
}
