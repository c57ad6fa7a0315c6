import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure } from './command.mjs';
import { embeddedMemory, residentMemory } from './cpu.mjs';
import { headersFor, service, startEmbedded } from './peers/service.mjs';
import { measuredOn, medians, shown, table, writeReport } from './report.mjs';
import { round, rounds } from './round.mjs';

const bookings = 100_000;
const pages = 200;

/** Measures the service on the embedded database: filling a data directory, starting, and requests. */
export async function run(options, undo, say) {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-embedded-'));
  undo.add(() => rm(folder, { recursive: true, force: true }));
  say(`filling the embedded database with ${bookings} bookings`);
  const filling = await measure(['seed', '--scale', String(bookings), '--rare'], { DATA_DIR: folder }, undo);
  const headers = headersFor(folder);
  const starts = [];
  for (let number = 0; number < options.rounds; number += 1) {
    const begin = performance.now();
    const { pid, stop } = await startEmbedded(folder, undo);
    const seconds = (performance.now() - begin) / 1000;
    starts.push({ seconds, service: residentMemory(pid), postgres: embeddedMemory(folder) });
    await stop();
  }
  const running = await startEmbedded(folder, undo);
  const peer = { ...running, headers, dataDir: folder };
  const asked = await requestsTo(peer);
  say('requests');
  const results = await rounds(asked, options.rounds, (one) => round(null, { peer, ...one }, options));
  const memory = { service: residentMemory(running.pid), postgres: embeddedMemory(folder) };
  await running.stop();
  const rows = asked.map(({ title }, index) => {
    const middle = medians(results[index], ['rate', 'p50', 'p99', 'serviceCpu', 'databaseCpu']);
    return [title, ...Object.values(middle).map((value) => shown(value))];
  });
  const start = medians(starts, ['seconds', 'service', 'postgres']);
  await writeReport('embedded', markdown({ filling, start, memory, rows }, options), say);
}

/** Pages and bookings from the whole table, as in field.mjs, in an order that does not favour caches. */
async function requestsTo({ base, headers }) {
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
    { title: 'All places, repeatedly, 16 callers', requests: [{ path: service.places() }], callers: 16 },
  ];
}

function markdown({ filling, start, memory, rows }, { rounds: count, seconds }) {
  return `# The embedded database

Written by \`npm run bench -- --embedded\`. ${measuredOn({ bookings })} Medians of ${count} rounds of ${seconds} s.

- Filling the data directory takes ${shown(filling.seconds, 's')} and up to ${shown(filling.megabytes, 'MB')} of memory in the command.
- Starting takes ${shown(start.seconds, 's')}, PostgreSQL included.

${table(
  ['Memory, MB', 'Service', 'PostgreSQL'],
  [
    ['After a start', shown(start.service), shown(start.postgres)],
    ['After all requests', shown(memory.service), shown(memory.postgres)],
  ],
)}

Pages that PostgreSQL's processes share count once.

${table(['', 'Requests/s', 'p50 ms', 'p99 ms', 'CPU of the service, ms', 'CPU of PostgreSQL, ms'], rows)}
`;
}
