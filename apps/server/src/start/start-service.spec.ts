import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { expect, it } from '@jest/globals';
import { asObject } from '@resource-catalogue/testing/json';
import { connectTo, listen as listenAnywhere } from '@resource-catalogue/testing/sockets';
import { CommandError, readConfiguration } from '@resource-catalogue/program';
import { Metrics } from '../observability/metrics.js';
import { listen, serveMetrics } from './listening.js';
import { serverProgram, settingsIn } from './server-program.js';
import { banner, openMetrics } from './start-service.js';

const portOf = (server: Server): number => Number(asObject(server.address())['port']);

it('if the service cannot listen, the error says which variable to change', async () => {
  const other = createServer();
  const port = await listenAnywhere(other);
  const inUse = `Port ${port} of 127.0.0.1 is in use: stop the program that listens there, or set`;
  const started = (variables: Readonly<Record<string, string>>) => listen(createServer(), readConfiguration(variables));
  await expect(started({ PORT: String(port) })).rejects.toBeInstanceOf(CommandError);
  await expect(started({ PORT: String(port) })).rejects.toThrow(`${inUse} PORT to another port.`);
  const place = { metricsPort: port, metricsHost: '127.0.0.1' };
  await expect(serveMetrics(new Metrics(), place)).rejects.toThrow(`${inUse} METRICS_PORT to another port.`);
  await expect(started({ PORT: '0', HOST: '192.0.2.1' })).rejects.toThrow(
    'This machine does not have the address 192.0.2.1: set HOST to one that it has, or to 0.0.0.0 for all of them.',
  );
  other.close();
});

it('the metrics port serves only metrics, on at most a hundred connections', async () => {
  const metrics = await openMetrics(readConfiguration({ METRICS_PORT: '9464' }));
  if (!metrics) throw new Error('The metrics server did not start.');
  metrics.observeProcess('embedded');
  const server = await serveMetrics(metrics, { metricsPort: 0, metricsHost: '127.0.0.1' });
  const base = `http://127.0.0.1:${portOf(server)}`;
  const response = await fetch(`${base}/metrics`);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const info = /^catalogue_build_info\{version="[^"]+",node="v[^"]+",database="embedded"\} 1$/m;
  expect(await response.text()).toMatch(info);
  for (const path of ['/', '/metricsx']) expect((await fetch(base + path)).status).toBe(404);
  expect((await fetch(`${base}/metrics`, { method: 'POST' })).status).toBe(404);
  server.closeAllConnections();
  const sockets = Array.from({ length: 100 }, () => connectTo(portOf(server)));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  await once(connectTo(portOf(server)).resume(), 'close');
  expect(sockets.filter(({ closed }) => closed)).toEqual([]);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  expect(await openMetrics(readConfiguration({}))).toBeNull();
});

const base = (variables: Readonly<Record<string, string>>) =>
  /^Resource Catalogue {2}(.*)$/m.exec(banner(readConfiguration(variables), { port: 4000 }, null))?.[1];

it.each([
  [{}, 'http://127.0.0.1:4000'],
  [{ HOST: '0.0.0.0' }, 'http://localhost:4000'],
  [{ HOST: '::' }, 'http://localhost:4000'],
  [{ HOST: '::1' }, 'http://[::1]:4000'],
  [{ PUBLIC_URL: 'https://example.org/catalogue/' }, 'https://example.org/catalogue'],
])('the banner with %j contains %s', (variables, expected) => {
  expect(base(variables)).toBe(expected);
});

it('the banner matches the README', () => {
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
  const places = { psql: 'psql -h /opt/resource-catalogue/.data/pgdata -U postgres' };
  const printed = banner(readConfiguration({}), { port: 3000 }, 'rct_…', places);
  expect(readme).toContain(`\`\`\`text${printed.trimEnd()}\n\`\`\``);
});

it.each<[args: string, settings: object]>([
  ['', {}],
  ['--port 0', { PORT: '0' }],
  ['--port=8080 --host ::', { PORT: '8080', HOST: '::' }],
])('the flags "%s" override settings', (args, settings) => {
  expect(settingsIn(args.split(' ').filter(Boolean))).toEqual(settings);
});

it.each([
  ['--port=70000', '--port must be a port number from 0 to 65535, like 3000.'],
  ['--port=', '--port must be a port number from 0 to 65535, like 3000.'],
  ['--host=a b', '--host must be an IP address or a host name, like 127.0.0.1.'],
])('the flag %s is rejected in one sentence', (flag, sentence) => {
  expect(() => settingsIn([flag])).toThrow(new CommandError(sentence));
});

it.each([
  ['--data-dir=a', "unknown option '--data-dir=a'"],
  ['--prot=1', "unknown option '--prot=1' (Did you mean --port?)"],
  ['--port', "option '--port <number>' argument missing"],
  ['-p', "unknown option '-p'"],
  ['serve', 'too many arguments. Expected 0 arguments but got 1'],
])('the command line %s is rejected in one line', (argument, reason) => {
  let written = '';
  const program = serverProgram().exitOverride();
  program.configureOutput({ ...program.configureOutput(), writeErr: (text) => (written += text) });
  expect(() => settingsIn([argument], program)).toThrow();
  expect(written).toBe(`resource-catalogue-server: ${reason}. Other settings are environment variables: see --help.\n`);
});
