import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { isNativeError } from 'node:util/types';
import { CommandError, type Configuration } from '@resource-catalogue/program';
import type { Metrics } from '../observability/metrics.js';

/** Where to listen, and the variables that error messages mention. */
interface ListenAddress {
  readonly port: number;
  readonly host: string;
  readonly variables?: { readonly port: string; readonly host: string };
}

export async function listen(
  server: Server,
  { port, host, variables = { port: 'PORT', host: 'HOST' } }: ListenAddress,
): Promise<void> {
  const unknownAddress = `This machine does not have the address ${host}: set ${variables.host} to one that it has, or to 0.0.0.0 for all of them.`;
  const reasons = new Map<unknown, string>([
    [
      'EADDRINUSE',
      `Port ${port} of ${host} is in use: stop the program that listens there, or set ${variables.port} to another port.`,
    ],
    ['EACCES', `This user may not listen on port ${port}: set ${variables.port} to 1024 or above.`],
    ...['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].map((code) => [code, unknownAddress] as const),
  ]);
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const reason = reasons.get(isNativeError(error) && 'code' in error ? error.code : undefined);
    throw reason === undefined ? error : new CommandError(reason);
  }
}

/** Few clients scrape metrics, and others on this port must not use up the service's file descriptors. */
const maxMetricsConnections = 100;
const metricsServerOptions = { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 };

/** Serves `GET /metrics` only, on the operator's port. */
export async function serveMetrics(
  { registry }: Metrics,
  { metricsPort, metricsHost }: Pick<Configuration, 'metricsPort' | 'metricsHost'>,
): Promise<Server> {
  const server = createServer(metricsServerOptions, (request, response) => {
    // HTTP-9, as for the service itself.
    if (request.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
    if (!/^\/metrics(?:\?|$)/.test(request.url ?? '') || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.setHeader('Content-Type', registry.contentType).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.maxConnections = maxMetricsConnections;
  const variables = { port: 'METRICS_PORT', host: 'METRICS_HOST' };
  await listen(server, { port: metricsPort ?? 0, host: metricsHost, variables });
  return server;
}
