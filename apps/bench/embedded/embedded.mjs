import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '../load/load.mjs';
import { residentMemory, serviceCpu } from '../measure/cpu.mjs';
import { rounds } from '../measure/round.mjs';
import { median } from '../measure/statistics.mjs';
import { headersFor, startEmbedded } from '../peers/embedded.mjs';
import { service } from '../peers/service.mjs';
import { measure } from '../transfer/command.mjs';

const bookings = 100_000;
const pages = 200;

/** What the service takes with nothing but Node: a data directory that is filled, a start, and requests. */
export async function measureEmbedded(options, undo, say) {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-embedded-'));
  undo.add(() => rm(folder, { recursive: true, force: true }));
  say(`filling the embedded database with ${bookings} bookings`);
  const filling = await measure(['seed', '--scale', String(bookings)], { DATA_DIR: folder }, null, undo);
  const headers = headersFor(folder);
  const starts = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const { stop, ...started } = await startOn(folder, undo);
    starts.push(started);
    await stop();
  }
  const running = await startOn(folder, undo);
  const asked = await requestsTo(running.base, headers);
  say('requests');
  const results = await rounds(asked, options.rounds, (one) => round({ ...running, headers }, one, options));
  const medianOf = (list, figure) => median(list.map((one) => one[figure]));
  const scenarios = asked.map(({ title }, index) => {
    const figures = ['rate', 'p50', 'p99', 'cpu'].map((figure) => [figure, medianOf(results[index], figure)]);
    return { title, ...Object.fromEntries(figures) };
  });
  const memory = residentMemory(running.pid);
  await running.stop();
  return {
    bookings,
    filling,
    start: { seconds: medianOf(starts, 'seconds'), megabytes: medianOf(starts, 'megabytes') },
    memory,
    scenarios,
  };
}

async function startOn(folder, undo) {
  const begin = performance.now();
  const running = await startEmbedded(folder, undo, 10);
  return { ...running, seconds: (performance.now() - begin) / 1000, megabytes: residentMemory(running.pid) };
}

/** As in the field: pages and bookings from all over the table, in an order that no cache has. */
async function requestsTo(base, headers) {
  const rowsOf = async (path) => (await (await fetch(base + path, { headers })).json()).data;
  const endOf = async (sort) => Date.parse((await rowsOf(`/api/v1/bookings?limit=1&sort=${sort}`))[0].starts_at);
  const [first, last] = [await endOf('starts_at'), await endOf('-starts_at')];
  const order = Array.from({ length: pages }, (_, index) => (index * 77) % pages);
  const instants = order.map((place) => new Date(first + ((last - first) * place) / pages).toISOString());
  const ids = [];
  for (const instant of instants.slice(0, 40)) {
    const rows = await rowsOf(`/api/v1/bookings?limit=25&sort=starts_at&filters[starts_at][gte]=${instant}`);
    ids.push(...rows.map(({ id }) => id));
  }
  const lists = instants.map((instant) => ({ path: service.list(instant) }));
  const short = lists.map(({ path }) => ({ path: path.replace('limit=100', 'limit=10') }));
  return [
    { title: '100 bookings from anywhere, 1 caller', requests: lists, callers: 1 },
    { title: '100 bookings from anywhere, 16 callers', requests: lists, callers: 16 },
    { title: '10 bookings from anywhere, 16 callers', requests: short, callers: 16 },
    { title: 'One booking, 16 callers', requests: ids.map((id) => ({ path: service.get(id) })), callers: 16 },
    { title: 'All places, again and again, 16 callers', requests: [{ path: service.places() }], callers: 16 },
  ];
}

async function round({ base, pid, headers }, { requests, callers }, { seconds, warmup }) {
  const given = { base, headers, requests, callers };
  await load({ ...given, seconds: warmup });
  const before = serviceCpu(pid);
  const result = await load({ ...given, seconds });
  const { p50, p99 } = result;
  const cpu = before === null ? null : (serviceCpu(pid) - before) / result.requests;
  return { rate: result.requests / result.seconds, p50, p99, cpu };
}
