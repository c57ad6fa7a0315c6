import cluster from 'node:cluster';
import { promisify } from 'node:util';
import { apiPrefix } from '@resource-catalogue/contracts';
import {
  catalogueCommand,
  type Configuration,
  openLog,
  packageVersion,
  readConfiguration,
} from '@resource-catalogue/program';
import { prepareDemo, withdrawDemoToken } from '@resource-catalogue/demo';
import { type Database, openDatabase } from '@resource-catalogue/database';
import type { Logger } from 'pino';
import { Connections } from '../http/connections.js';
import type { Metrics } from '../observability/metrics.js';
import type { Tracing } from '../observability/tracing.js';
import { Readiness } from '../pages/health.controller.js';
import { compareTimeZones } from '../pages/time-zones.js';
import { listen, serveMetrics } from './listening.js';
import { Shutdown, stopListening } from './shutdown.js';

/** Opens and migrates the database, adds demo data if configured, listens, and prints the URL. */
export async function startService(environment: NodeJS.ProcessEnv): Promise<void> {
  const configuration = readConfiguration(environment, process.stdout.isTTY);
  const kind = configuration.databaseUrl === null ? 'embedded' : 'postgres';
  const shutdown = new Shutdown();
  try {
    const logger = openLog(configuration);
    shutdown.last((signal) => logger.info({ signal }, 'the service has stopped'));
    // The application's modules load while the database opens.
    const application = import('../create-app.js');
    const tracing = await openTracing(configuration, (problem) => logger.warn({ problem }, 'traces are not sent'));
    if (tracing) shutdown.first(() => tracing.close());
    const opened = await openDatabase(configuration, (line) => logger.error(line));
    shutdown.first(() => opened.close());
    const database = tracing?.database(opened) ?? opened;
    const token =
      configuration.demo && kind === 'embedded' ? await prepareDemo(database, configuration.demoToken) : null;
    if (!configuration.demo) await withdrawDemoToken(database);
    const { createApp } = await application;
    const metrics = await openMetrics(configuration);
    const app = await createApp(configuration, database, logger, { metrics, tracing });
    let metricsUrl: string | null = null;
    if (metrics) {
      metrics.observeProcess(kind);
      const server = await serveMetrics(metrics, configuration);
      // The metrics server closes after the application, so that its shutdown is visible.
      shutdown.first(() => {
        const closed = promisify(server.close.bind(server))();
        server.closeAllConnections();
        return closed;
      });
      metricsUrl = `http://${hostIn(configuration.metricsHost)}:${findPort(server.address())}/metrics`;
    }
    shutdown.first(() => app.close());
    const server = app.getHttpServer();
    const serving = { server, connections: app.get(Connections), readiness: app.get(Readiness, { strict: false }) };
    // Ctrl-C comes from a person who waits, SIGTERM from an orchestrator that must inform a load balancer.
    shutdown.first((signal) => stopListening(serving, signal === 'SIGTERM' ? configuration.shutdownDelay : 0));
    await listen(server, configuration);
    shutdown.serving(configuration.shutdownDelay);
    reportStart(logger, kind, database, serving.readiness);
    // With several workers, the first one prints for all.
    if ((cluster.worker?.id ?? 1) === 1) {
      process.stdout.write(banner(configuration, server.address(), token, { psql: opened.psql, metricsUrl }));
    }
  } catch (error) {
    await shutdown.fail(error);
  }
}

/** Does not wait for the comparison of time zones, for which PostgreSQL reads the files of all zones. */
function reportStart(logger: Logger, kind: string, { source }: Database, readiness: Readiness): void {
  const timeZones = process.versions['tz'];
  logger.info(
    { version: packageVersion(), node: process.version, timeZones, database: kind },
    'the service has started',
  );
  void compareTimeZones(source, new Date()).then((zones) => {
    readiness.setTimeZones(zones);
    if (!zones.ok) logger.warn(zones, 'time zones differ between Node and PostgreSQL');
  });
}

/** Loads the metrics on demand: a service without them saves the memory and the time. */
export async function openMetrics({ metricsPort }: Configuration): Promise<Metrics | null> {
  return metricsPort === null ? null : new (await import('../observability/metrics.js')).Metrics();
}

async function openTracing(
  { otlpEndpoint }: Configuration,
  report: (problem: string) => void,
): Promise<Tracing | null> {
  return otlpEndpoint === null ? null : new (await import('../observability/tracing.js')).Tracing(report);
}

/** Optional lines of the banner. */
interface Places {
  readonly psql?: string | null;
  readonly metricsUrl?: string | null;
}

/** The output after a start: URLs, and a request to try. */
export function banner(
  configuration: Configuration,
  address: unknown,
  demoToken: string | null,
  { psql = null, metricsUrl = null }: Places = {},
): string {
  const { publicUrl, host, port } = configuration;
  const base = publicUrl ?? `http://${hostIn(host)}:${findPort(address) ?? port}`;
  const lines = ['', `Resource Catalogue  ${base}`, `Reference           ${base}/docs`];
  if (psql !== null) lines.push(`PostgreSQL          ${psql}`);
  if (metricsUrl !== null) lines.push(`Metrics             ${metricsUrl}`);
  if (demoToken === null) {
    lines.push(`Access tokens       ${catalogueCommand()} tokens create --name NAME --scopes read`);
  } else {
    lines.push(
      `Demo token          ${demoToken}`,
      // The fragment is never sent to a server; the page removes it from the address bar at once.
      `Open in a browser   ${base}/#token=${demoToken}`,
      '',
      `curl -H 'Authorization: Bearer ${demoToken}' '${base}${apiPrefix}/bookings?limit=2'`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}

/** A URL for clients on this machine if the service listens on all addresses. */
function hostIn(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function findPort(address: unknown): number | null {
  if (typeof address !== 'object' || address === null || !('port' in address)) return null;
  return typeof address.port === 'number' ? address.port : null;
}
