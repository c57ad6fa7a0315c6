import { Agent, request } from 'node:http';
import { readFile, writeFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseCpu, databaseCpuBetween, residentMemory, serviceCpu } from './cpu.mjs';
import { connected } from './database.mjs';
import { figuresOf, fitted, fittedTo, gigabytes, plot, predict } from './model.mjs';
import { service } from './peers/service.mjs';
import { generatedQueries } from './queries.mjs';
import { measuredOn, shown, table, writeReport } from './report.mjs';

const figuresFile = new URL('../../docs/benchmarks/size.json', import.meta.url);
const plotFile = new URL('../../docs/benchmarks/size.svg', import.meta.url);
const generated = 1000;

/** Measures how each kind of request depends on the size of the catalogue. Adds this database to earlier sizes. */
export async function run({ databaseUrl, where }, undo, say) {
  const peer = await service.start(databaseUrl, undo);
  const entry = await connected(databaseUrl, async (client) => {
    const requests = {};
    for (const [kind, paths] of Object.entries(await kinds(client, peer))) {
      say(kind);
      requests[kind] = await measure(client, peer, paths);
    }
    say(`${generated} generated queries`);
    const queries = await generatedQueries(generated, 1, async (path) => JSON.parse((await ask(peer, path)).text));
    requests[`${generated} generated queries with any times`] = await measure(client, peer, queries, (slowest) => {
      for (const { ms, path } of slowest) say(`  ${shown(ms, 'ms')} ${path.slice(0, 400)}`);
    });
    const { rows } = await client.query(
      `SELECT (SELECT count(*) FROM members)::int AS members, pg_database_size(current_database())::float8 AS database,
         pg_table_size('bookings')::float8 AS "table", pg_indexes_size('bookings')::float8 AS indexes`,
    );
    return { bookings: where.bookings, ...rows[0], memory: residentMemory(peer.pid), requests };
  });
  await peer.stop();
  const known = JSON.parse(await readFile(figuresFile, 'utf8').catch(() => '[]'));
  const sizes = [...known.filter(({ bookings }) => bookings !== entry.bookings), entry];
  sizes.sort((one, other) => one.bookings - other.bookings);
  await writeFile(figuresFile, `${JSON.stringify(sizes, null, 2)}\n`);
  await writeFile(plotFile, plot(sizes));
  await writeReport('size', markdown(sizes, where), say);
}

/** Requests of each kind, from anywhere in the catalogue. */
async function kinds(client, peer) {
  const { rows } = await client.query(
    `SELECT id::text, to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS instant
     FROM bookings TABLESAMPLE SYSTEM (least(100, 100 * 100000.0 / (SELECT greatest(reltuples, 1) FROM pg_class WHERE oid = 'bookings'::regclass)))
     ORDER BY md5(id::text) LIMIT 300`,
  );
  const pages = rows.map(({ instant }) => ({ path: service.list(instant) }));
  // Different requests, because the service keeps responses to repeated ones.
  const pagesAt = (path) =>
    Array.from({ length: 100 }, (_, index) => ({ path: path.replace('limit=100', `limit=${150 - index}`) }));
  const ends = (sort) => pagesAt(`/api/v1/bookings?limit=100&sort=${sort}`);
  const middle = new URL(JSON.parse((await ask(peer, pages[0].path)).text).links.next);
  const tagged = [];
  for (const { path } of pages) tagged.push({ path, etag: (await ask(peer, path)).headers.etag });
  return {
    'first page by start': ends('starts_at'),
    'middle page': pagesAt(middle.pathname + middle.search),
    'last page': ends('-starts_at'),
    'page from anywhere': pages,
    'the same, 304': tagged,
    'one booking': rows.map(({ id }) => ({ path: service.get(id) })),
  };
}

/** Sends the requests in turn, first to warm up and then to measure: times, and CPU and blocks per request. */
async function measure(client, peer, requests, onSlowest = () => undefined) {
  const timed = [];
  for (const sent of requests) timed.push(await warm(peer, sent));
  const before = await cpu(client, peer);
  const results = [];
  for (const { path, etag } of timed) results.push({ path, ...(await ask(peer, path, etag)) });
  const used = await cpu(client, peer);
  // Again, because waiting for these figures closes connections.
  const accessedBefore = await accessed(client);
  for (const { path, etag } of timed) await ask(peer, path, etag);
  const accessedAfter = await accessed(client);
  onSlowest(results.toSorted((one, other) => other.ms - one.ms).slice(0, 10));
  const times = results.map(({ ms }) => ms).sort((one, other) => one - other);
  const perRequest = (total) => (total === null ? null : total / requests.length);
  const quantile = (share) => times[Math.ceil(share * times.length) - 1];
  return {
    p50: quantile(0.5),
    p99: quantile(0.99),
    max: quantile(1),
    serviceCpu: perRequest(used.service === null ? null : used.service - before.service),
    databaseCpu: perRequest(databaseCpuBetween(before.database, used.database)),
    blocks: perRequest(accessedAfter.blocks - accessedBefore.blocks),
    entries: perRequest(accessedAfter.entries - accessedBefore.entries),
    unavailable: results.filter(({ status }) => status === 503).length,
  };
}

/** Sends a request for the first time, and returns it, or that of its next page. */
async function warm(peer, sent) {
  const { status, text } = await ask(peer, sent.path, sent.etag);
  const next = sent.followed && status === 200 ? JSON.parse(text).links.next : null;
  if (!next) return sent;
  const { pathname, search } = new URL(next);
  await ask(peer, pathname + search);
  return { path: pathname + search };
}

/** CPU time in ms used so far. */
async function cpu(client, { pid }) {
  return { service: serviceCpu(pid), database: await databaseCpu(client, service.id) };
}

/** Numbers of 8 KiB blocks that PostgreSQL has accessed so far, cached or not, and of index entries. */
async function accessed(client) {
  // A connection reports its last accesses after ten idle seconds.
  await sleep(11_000);
  const { rows } = await client.query(
    `SELECT sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)::float8 AS blocks,
       (SELECT sum(idx_tup_read)::float8 FROM pg_stat_user_indexes) AS entries
     FROM pg_statio_user_tables`,
  );
  return rows[0];
}

// Links to the next page repeat the query, and `fetch` limits the headers of a response to 16 KiB.
const connection = { agent: new Agent({ keepAlive: true }), maxHeaderSize: 64 * 1024 };

async function ask(peer, path, etag) {
  const headers = { ...peer.headers, ...(etag && { 'if-none-match': etag }) };
  const began = performance.now();
  const response = await new Promise((resolve, reject) => {
    request(peer.base + path, { ...connection, headers }, resolve)
      .on('error', reject)
      .end();
  });
  const text = await textOf(response);
  const ms = performance.now() - began;
  const { statusCode: status } = response;
  if (![200, 304, 503].includes(status)) throw new Error(`${status} from ${path}: ${text}`);
  return { status, ms, text, headers: response.headers };
}

const figures = ['p50', 'p99', 'max', 'serviceCpu', 'databaseCpu', 'blocks', 'entries'];

function markdown(sizes, where) {
  const millions = ({ bookings }) => shown(bookings / 1e6);
  const request = (kind) => {
    const rows = sizes.map((size) => {
      const measured = size.requests[kind];
      return [millions(size), ...figures.map((figure) => shown(measured[figure])), measured.unavailable];
    });
    const times = ['p50 ms', 'p99 ms', 'Max ms', 'CPU ms', 'PostgreSQL CPU ms'];
    const head = ['Million bookings', ...times, 'Blocks', 'Index entries', '503'];
    return `## ${kind[0].toUpperCase()}${kind.slice(1)}\n\n${table(head, rows)}`;
  };
  const disk = sizes.map(({ bookings, members, database, table: rows, indexes, memory }) =>
    [bookings / 1e6, members, gigabytes(database), gigabytes(rows), gigabytes(indexes), memory].map((value) =>
      shown(value),
    ),
  );
  const others = sizes.filter((size) => !fitted(size));
  const rows = Object.entries(figuresOf(sizes)).map(([name, { value }]) => [
    name,
    ...[1e8, 1e9].map((bookings) => shown(predict(sizes, name, bookings))),
    ...others.map((size) => `${shown(predict(sizes, name, size.bookings))} / ${shown(value(size))}`),
  ]);
  const columns = ['100', '1,000', ...others.map((size) => `${millions(size)}, predicted / measured`)];
  return `# Requests, disk and memory by size

Written by \`npm run bench -- --size\`, one size per run. ${measuredOn(where).replace('Measured', 'The last run was measured')}
One caller sends each request twice, and the second time counts; blocks and index entries are counted in another run. CPU, that of the service and of PostgreSQL, blocks of 8 KiB that PostgreSQL accessed, in memory or not, and index entries that it returned are per request.
[How it is measured](../../apps/bench/README.md).

## Disk and memory

${table(['Million bookings', 'Members', 'Database, GB', 'Bookings, GB', 'Indexes of bookings, GB', 'Service, MB'], disk)}

${Object.keys(sizes[0].requests).map(request).join('\n\n')}

## Model

Bytes on disk grow linearly, figures of generated queries by a power of the bookings, the others with their logarithm. Fitted to ${fittedTo.map((bookings) => bookings / 1e6).join(', ')} million bookings.

${table(['Million bookings', ...columns], rows)}

![Disk, and blocks of a page, by the number of bookings](size.svg)
`;
}
