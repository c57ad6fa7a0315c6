import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectTo, listen as listenAnywhere } from '@resource-catalogue/testing/sockets';
import { CommandError, readConfiguration } from '@resource-catalogue/program';
import { Metrics } from '../observability/metrics.js';
import { listen, serveMetrics } from './listening.js';
import { banner, catalogueCommand, metricsOf } from './start-service.js';

describe('a service that cannot listen says why', () => {
  let other: Server;
  let port: number;
  beforeAll(async () => {
    other = createServer();
    port = await listenAnywhere(other);
  });
  afterAll(() => void other.close());

  const refusal = (variables: Readonly<Record<string, string>>) => listen(createServer(), readConfiguration(variables));

  it('when the port is in use', async () => {
    const refused = refusal({ PORT: String(port) });
    await expect(refused).rejects.toBeInstanceOf(CommandError);
    await expect(refused).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is in use: stop the program that listens there, or set PORT to another port.`,
    );
  });

  it('when the machine does not have the address', async () => {
    await expect(refusal({ PORT: '0', HOST: '192.0.2.1' })).rejects.toThrow(
      'This machine does not have the address 192.0.2.1: set HOST to one that it has, or to 0.0.0.0 for all of them.',
    );
  });
});

describe('the metrics', () => {
  const place = (port: number) => ({ metricsPort: port, metricsHost: '127.0.0.1' });

  it('are what their port answers, and nothing else is', async () => {
    const metrics = new Metrics();
    metrics.observeProcess('embedded');
    const server = await serveMetrics(metrics, place(0));
    const address = server.address();
    const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const answer = await fetch(`${base}/metrics`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await answer.text()).toMatch(
      /^catalogue_build_info\{version="[^"]+",node="v[^"]+",database="embedded"\} 1$/m,
    );
    for (const [path, method] of [
      ['/', 'GET'],
      ['/metricsx', 'GET'],
      ['/metrics', 'POST'],
      ['/api/v1/spaces', 'GET'],
    ] as const) {
      expect((await fetch(base + path, { method })).status).toBe(404);
    }
    server.closeAllConnections();
    server.close();
  });

  it('have a hundred connections at most', async () => {
    const server = await serveMetrics(new Metrics(), place(0));
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const sockets = Array.from({ length: 100 }, () => connectTo(port));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const last = connectTo(port).resume();
    await once(last, 'close');
    expect(sockets.filter(({ closed }) => closed)).toEqual([]);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it('say which variable to change when their port is in use', async () => {
    const other = createServer();
    const port = await listenAnywhere(other);
    await expect(serveMetrics(new Metrics(), place(port))).rejects.toThrow(
      / is in use: .* set METRICS_PORT to another port\.$/,
    );
    other.close();
  });

  it('are not loaded where METRICS_PORT is not set', async () => {
    expect(await metricsOf(readConfiguration({}))).toBeNull();
    expect(await metricsOf(readConfiguration({ METRICS_PORT: '9464' }))).toBeInstanceOf(Metrics);
  });
});

describe('the banner', () => {
  it.each([
    [{ npm_lifecycle_event: 'start' }, 'bundle/main.js', 'npm run catalogue --'],
    [{}, resolve('bundle/main.js'), 'node bundle/catalogue.js'],
    [{}, '/opt/catalogue/bundle/main.js', 'node /opt/catalogue/bundle/catalogue.js'],
    [{}, '/usr/local/bin/resource-catalogue-server', '/usr/local/bin/resource-catalogue'],
    [{}, resolve('node_modules/.bin/resource-catalogue-server'), 'node_modules/.bin/resource-catalogue'],
    [{ npm_lifecycle_event: 'npx' }, '/a/server', 'npx -p @resource-catalogue/server resource-catalogue'],
  ])('names the command line as the service was called: %j, %s', (environment, program, command) => {
    expect(catalogueCommand(environment, ['node', program])).toBe(command);
  });

  const base = (variables: Readonly<Record<string, string>>) =>
    /^Resource Catalogue {2}(.*)$/m.exec(banner(readConfiguration(variables), { port: 4000 }, null))?.[1];

  it.each([
    [{}, 'http://127.0.0.1:4000'],
    [{ HOST: '0.0.0.0' }, 'http://localhost:4000'],
    [{ HOST: '::' }, 'http://localhost:4000'],
    [{ HOST: '::1' }, 'http://[::1]:4000'],
    [{ PUBLIC_URL: 'https://example.org/catalogue/' }, 'https://example.org/catalogue'],
  ])('with %j names %s', (variables, expected) => {
    expect(base(variables)).toBe(expected);
  });

  it('is what the README shows', () => {
    const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
    expect(readme).toContain(`\`\`\`text${banner(readConfiguration({}), { port: 3000 }, 'rct_…').trimEnd()}\n\`\`\``);
  });
});
