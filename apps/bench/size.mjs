import { Agent, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { usageOfPeer, withCpu } from './cpu.mjs';
import { withConnection, sample } from './database.mjs';
import { startService } from './peers/service.mjs';
import { generatedQueries } from './queries.mjs';

/** Measures disk, memory and the cost of requests at the size of this database, and adds it to earlier sizes. */
export async function measure({ databaseUrl, circumstances }, undo, say, earlier = []) {
  const peer = await startService(databaseUrl, undo);
  const size = await withConnection(databaseUrl, async (client) => {
    const kinds = await kindsOf(client, peer);
    const requests = {};
    for (const [kind, sent] of Object.entries(kinds)) {
      say(kind);
      requests[kind] = await measureTimes(client, peer, sent);
    }
    say('blocks');
    let before = await accessedBlocks(client);
    for (const [kind, sent] of Object.entries(kinds)) {
      for (const { path } of sent) await ask(peer, path);
      const after = await accessedBlocks(client);
      requests[kind].blocks = (after - before) / sent.length;
      before = after;
    }
    const { rows } = await client.query(
      `SELECT (SELECT count(*) FROM members)::int AS members, pg_table_size('bookings')::float8 AS "table",
         pg_indexes_size('bookings')::float8 AS indexes,
         (SELECT sum(pg_total_relation_size(oid)) FROM pg_class
          WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace)::float8 AS database`,
    );
    return { ...circumstances, ...rows[0], memory: usageOfPeer(peer.pid).memory, requests };
  });
  await peer.stop();
  const sizes = [...earlier.filter((other) => other.bookings !== size.bookings), size];
  return sizes.sort((one, other) => one.bookings - other.bookings);
}

/** Requests of each kind, at random positions of the catalogue, all sent once. */
async function kindsOf(client, peer) {
  const rows = await sample(client, 300);
  const kinds = {
    pages: rows.map(({ start }) => ({ path: peer.list(start) })),
    gets: rows.map(({ id }) => ({ path: peer.get(id) })),
    generated: await generatedQueries(1000, 1, async (path) => JSON.parse((await ask(peer, path)).text)),
  };
  for (const sent of Object.values(kinds)) for (const one of sent) one.path = await warm(peer, one);
  return kinds;
}

/** Sends a request for the first time, and returns its path, or that of its next page. */
async function warm(peer, { path, followed }) {
  const { status, text } = await ask(peer, path);
  const next = followed && status === 200 ? JSON.parse(text).links.next : null;
  if (!next) return path;
  const { pathname, search } = new URL(next);
  await ask(peer, pathname + search);
  return pathname + search;
}

/** Sends the requests in turn: times, and CPU per request. */
async function measureTimes(client, peer, sent) {
  const { result, serviceCpu, databaseCpu } = await withCpu(client, peer, async () => {
    const responses = [];
    for (const { path } of sent) responses.push(await ask(peer, path));
    return responses;
  });
  const times = result.map(({ ms }) => ms).sort((one, other) => one - other);
  const quantile = (share) => times[Math.ceil(share * times.length) - 1];
  return {
    ...{ p50: quantile(0.5), p99: quantile(0.99), max: quantile(1) },
    serviceCpu: serviceCpu / sent.length,
    databaseCpu: databaseCpu && databaseCpu / sent.length,
    unavailable: result.filter(({ status }) => status === 503).length,
  };
}

/** Number of 8 KiB blocks that PostgreSQL has accessed so far, cached or not. */
async function accessedBlocks(client) {
  // A connection reports its last accesses after ten idle seconds.
  await sleep(11_000);
  const { rows } = await client.query(
    `SELECT sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)::float8 AS blocks
     FROM pg_statio_user_tables`,
  );
  return rows[0].blocks;
}

// Links to the next page repeat the query, and `fetch` limits the headers of a response to 16 KiB.
const connection = { agent: new Agent({ keepAlive: true }), maxHeaderSize: 64 * 1024 };

async function ask({ base, headers }, path) {
  const began = performance.now();
  const response = await new Promise((resolve, reject) => {
    request(base + path, { ...connection, headers }, resolve)
      .on('error', reject)
      .end();
  });
  const text = await textOf(response);
  const ms = performance.now() - began;
  const { statusCode: status } = response;
  if (![200, 503].includes(status)) throw new Error(`${status} from ${path}: ${text}`);
  return { status, ms, text };
}
