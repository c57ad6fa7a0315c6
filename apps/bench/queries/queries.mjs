import { Agent, request } from 'node:http';
import { connected } from '../database.mjs';
import { quantile } from '../measure/statistics.mjs';
import { service } from '../peers/service.mjs';
import { bigCollections, combinations } from './combinations.mjs';
import { Plans } from './plans.mjs';
import { choicesOf } from './values.mjs';

const slowestShown = 20;

/** Generated list queries, each asked twice of the service; the second time counts. */
export async function measureQueries(options, undo, say) {
  const { databaseUrl } = options;
  const plans = await Plans.open(databaseUrl);
  undo.add(() => plans.close());
  say('reading what queries can be asked with');
  const queries = combinations(await allChoices(databaseUrl, plans), options);
  const peer = await service.start(databaseUrl, undo);
  const spilledBefore = await spilled(databaseUrl);
  const measured = [];
  for (const query of queries) {
    measured.push({ ...query, ...(await measure(peer, query)) });
    if (measured.length % 100 === 0) say(`${measured.length} of ${queries.length} queries`);
  }
  const spilledAfter = await spilled(databaseUrl);
  await peer.stop();
  const slowest = measured.toSorted((left, right) => right.ms - left.ms).slice(0, slowestShown);
  say('explaining the slowest');
  for (const query of slowest) query.plan = await plans.explain(query.collection, query.asked);
  await plans.close();
  return {
    seed: options.seed,
    all: figures(measured),
    collections: bigCollections.map((name) => ({
      name,
      ...figures(measured.filter(({ collection }) => collection === name)),
    })),
    spilled: { files: spilledAfter.files - spilledBefore.files, bytes: spilledAfter.bytes - spilledBefore.bytes },
    refused: measured.filter(({ status }) => status !== 200),
    slowest,
  };
}

function allChoices(databaseUrl, plans) {
  return connected(databaseUrl, async (client) => {
    const all = new Map();
    for (const name of bigCollections) {
      const { contract, definition, filterFields } = plans.collection(name);
      const filters = [];
      for (const filter of filterFields) {
        const choices = await choicesOf(client, definition, filter);
        if (choices.length > 0) filters.push({ field: filter.field, kind: filter.kind, choices });
      }
      all.set(name, { sorts: contract.sorts, filters });
    }
    return all;
  });
}

/** Asks for the page, or for the one that follows it, until it is warm. `asked` is the query string that was timed. */
async function measure(peer, { collection, query, ofCursor }) {
  const path = `/api/v1/${collection}?${query}`;
  const first = await ask(peer, path);
  const next = ofCursor && first.status === 200 ? first.body.links.next : null;
  const timed = next ? new URL(next).pathname + new URL(next).search : path;
  if (next) await ask(peer, timed);
  const { status, ms, body } = await ask(peer, timed);
  return { asked: timed.slice(timed.indexOf('?') + 1), status, ms, rows: body.data?.length ?? 0 };
}

async function ask(peer, path) {
  const begin = performance.now();
  const { status, text } = await get(peer.base + path, peer.headers);
  const ms = performance.now() - begin;
  if (status !== 200 && status !== 503) throw new Error(`${status} from ${path}: ${text}`);
  return { status, ms, body: JSON.parse(text) };
}

// The links to the first and the next page repeat the query, and `fetch` takes no more than 16 KiB of headers.
const connection = { agent: new Agent({ keepAlive: true }), maxHeaderSize: 64 * 1024 };

function get(url, headers) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...connection, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, text }));
      response.on('error', reject);
    });
    sent.on('error', reject).end();
  });
}

function figures(measured) {
  const times = measured.map(({ ms }) => ms);
  const [p50, p90, p99, most] = [0.5, 0.9, 0.99, 1].map((share) => quantile(times, share) ?? null);
  return {
    queries: times.length,
    p50,
    p90,
    p99,
    most,
    refused: measured.filter(({ status }) => status !== 200).length,
  };
}

/** What statements have written to temporary files so far. A server process tells of it within a second. */
async function spilled(databaseUrl) {
  await new Promise((resolve) => setTimeout(resolve, 1500));
  return connected(databaseUrl, async (client) => {
    const { rows } = await client.query(
      'SELECT temp_files::float8 AS files, temp_bytes::float8 AS bytes FROM pg_stat_database WHERE datname = current_database()',
    );
    return rows[0];
  });
}
