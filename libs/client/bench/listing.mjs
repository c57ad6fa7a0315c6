import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { bookings, createTransport, list } from '../dist/index.js';

// What the client costs beside plain fetch and JSON.parse, on the same pages of bookings from a process of its own:
// node --expose-gc bench/listing.mjs, after npx nx build @resource-catalogue/client
const id = '0198c1bb-b4b8-73bd-840b-d683a4c7f2e1';
const ref = { id, name: 'Harbour Workshop' };
const booking = {
  id,
  member: { id, first_name: 'Noor', last_name: 'Haddad' },
  group: ref,
  space: ref,
  machine_unit: { id, sku: 'LASER-02', state: 'available', machine: ref },
  place_unit: null,
  event_session: null,
  training_session: null,
  reserved_by_event_session: null,
  reserved_by_training_session: null,
  state: 'confirmed',
  starts_at: '2026-03-01T09:00:00.000Z',
  ends_at: '2026-03-01T11:30:00.000Z',
  canceled_at: null,
  slots: [{ id, start_date: '2026-03-01', start_time: '09:00', end_date: '2026-03-01', end_time: '11:30' }],
  seats: [{ id, first_name: 'Noor', last_name: 'Haddad', price: { id, category: ref } }],
  place_extras: [],
  updated_at: '2026-02-01T09:00:00.000Z',
  created_at: '2026-02-01T09:00:00.000Z',
};

if (process.argv[2] === 'serve') serve();
else await measure();

function serve() {
  const body = (base, rows, cursor) =>
    JSON.stringify({
      // A page that came again would end the walk.
      data: Array.from({ length: rows }, (_, row) => (row === 0 ? { ...booking, id: `${id}-${cursor}` } : booking)),
      links: { first: base, next: cursor && `${base}/?cursor=${cursor}` },
      meta: { next: cursor, limit: rows },
    });
  createServer((request, response) => {
    const query = new URL(request.url, 'http://x').searchParams;
    const page = Number(query.get('cursor') ?? 0) + 1;
    response.writeHead(200, {
      'content-type': 'application/json',
      etag: '"x"',
      ratelimit: '"default";r=599;t=60',
      'x-request-id': id,
    });
    response.end(body(`http://${request.headers.host}`, Number(query.get('limit') ?? 50), String(page)));
  }).listen(0, '127.0.0.1', function () {
    process.send(this.address().port);
  });
}

async function measure() {
  const server = fork(fileURLToPath(import.meta.url), ['serve']);
  const [port] = await once(server, 'message');
  const baseUrl = `http://127.0.0.1:${port}`;
  const transport = createTransport({ baseUrl, token: 'rct_x' });
  const plain = async (limit) => {
    const headers = { authorization: 'Bearer rct_x', accept: 'application/json' };
    const response = await fetch(`${baseUrl}/api/v1/bookings?limit=${limit}`, { headers });
    return JSON.parse(await response.text()).data.length;
  };
  const client = async (limit) => (await list(transport, bookings, { limit })).data.length;
  for (const limit of [1, 50, 200]) {
    const rounds = { plain: [], client: [] };
    for (let round = 0; round < 7; round += 1) {
      for (const [name, call] of Object.entries({ plain, client }))
        rounds[name].push(await timed(() => call(limit), limit));
    }
    const best = (name, key, better) => better(...rounds[name].slice(1).map((each) => each[key]));
    for (const name of ['plain', 'client']) {
      const [rate, cpu, bytes] = [
        best(name, 'rate', Math.max),
        best(name, 'cpu', Math.min),
        best(name, 'bytes', Math.min),
      ];
      const figures = `${rate.toFixed()} requests/s, ${cpu.toFixed()} µs of CPU a request, ${bytes.toFixed()} bytes a booking`;
      console.log(`limit ${limit} ${name}: ${figures}`);
    }
  }
  await walk(transport);
  server.kill();
}

async function timed(call, limit) {
  const requests = limit > 100 ? 150 : 400;
  globalThis.gc();
  const heap = process.memoryUsage().heapUsed;
  let allocated = 0;
  let last = heap;
  const begun = performance.now();
  const cpu = process.cpuUsage();
  for (let request = 0; request < requests; request += 1) {
    await call();
    const used = process.memoryUsage().heapUsed;
    // A collection in between makes the heap smaller; what it freed is not counted against anybody.
    if (used > last) allocated += used - last;
    last = used;
  }
  const { user, system } = process.cpuUsage(cpu);
  const rate = requests / ((performance.now() - begun) / 1000);
  return { rate, cpu: (user + system) / requests, bytes: allocated / requests / limit };
}

async function walk(transport) {
  let rows = 0;
  const heaps = [];
  for await (const { data } of list(transport, bookings, { limit: 200 }).pages({ maxPages: 5000 })) {
    rows += data.length;
    if (rows % 200_000 === 0) {
      globalThis.gc();
      heaps.push((process.memoryUsage().heapUsed / 1e6).toFixed(1));
    }
  }
  console.log(`walk: ${rows} rows; heap in MB after each fifth: ${heaps.join(', ')}`);
}
