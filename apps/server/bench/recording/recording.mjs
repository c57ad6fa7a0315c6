import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { readConfiguration } from '@resource-catalogue/program';
import { openInMemory } from '@resource-catalogue/database';
import { createApp } from '../../dist/create-app.js';
import { requestLog, traceIdIn } from '../../dist/http/request-log.js';
import { Metrics } from '../../dist/observability/metrics.js';
import { Tracing } from '../../dist/observability/tracing.js';
import { Routes } from '../../dist/http/routes.js';

// What it costs to be seen from outside, in microseconds of processor time a request. Only what records is run, with the routes
// of the service and without sockets, whose noise is larger than what is looked for. Recorders take turns, each round
// with a loop that records nothing, which is taken off.
const rounds = 40;
const requests = 20_000;

const database = await openInMemory();
const app = await createApp(readConfiguration({ LOG_LEVEL: 'silent' }), database, pino({ level: 'silent' }));
const routes = app.get(Routes);
const context = { requestId: 'bench', principal: { tokenId: 'bench' }, list: null };
const nowhere = pino({ level: 'info' }, { write: () => undefined });

const recorders = {
  nothing: (_request, _response, next) => next(),
  metrics: new Metrics().requests(routes),
  log: requestLog(nowhere, 1000, () => context, traceIdIn),
  traces: new Tracing(() => undefined).requests(routes),
};

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const paths = ['/api/v1/bookings', '/api/v1/projects/00000000-0000-7000-8000-000000000000', '/health/live'];

class Response extends EventEmitter {
  statusCode = 200;
  writableFinished = true;
  getHeader = () => 'bench';
}

function costOf(recorder) {
  const before = process.cpuUsage();
  for (let count = 0; count < requests; count += 1) {
    const request = { method: 'GET', path: paths[count % paths.length], httpVersion: '1.1', headers: { traceparent } };
    const response = new Response();
    recorder(request, response, () => undefined);
    response.emit('close');
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests;
}

const costs = Object.fromEntries(Object.keys(recorders).map((name) => [name, []]));
for (let round = -3; round < rounds; round += 1) {
  const names = Object.keys(recorders);
  const ofRound = Object.fromEntries(
    (round % 2 === 0 ? names : names.reverse()).map((name) => [name, costOf(recorders[name])]),
  );
  for (const name of names)
    if (round >= 0) costs[name].push(ofRound[name] - (name === 'nothing' ? 0 : ofRound.nothing));
  await new Promise((resolve) => setImmediate(resolve));
}
for (const [name, values] of Object.entries(costs)) {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share) => sorted[Math.floor(sorted.length * share)].toFixed(2);
  process.stdout.write(`${name}: ${at(0.5)} µs (half of the rounds from ${at(0.25)} to ${at(0.75)})\n`);
}
process.exit(0);
