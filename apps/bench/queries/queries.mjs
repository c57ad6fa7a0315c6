import { Agent, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { collections, filterTable } from '@resource-catalogue/contracts';
import { connected } from '../database.mjs';
import { service } from '../peers/service.mjs';
import { measuredOn, quantile, shown, table, writeReport } from '../report.mjs';
import { bigCollections, combinations } from './combinations.mjs';
import { choicesOf } from './values.mjs';

const slowestShown = 20;

/** Generated list queries, each asked twice of the service; the second time counts. */
export async function run(options, undo, say) {
  const { databaseUrl } = options;
  say('reading what queries can be asked with');
  const queries = combinations(await allChoices(databaseUrl), options);
  const peer = await service.start(databaseUrl, undo);
  const before = await spilled(databaseUrl);
  const measured = [];
  for (const query of queries) {
    measured.push({ ...query, ...(await measure(peer, query)) });
    if (measured.length % 100 === 0) say(`${measured.length} of ${queries.length} queries`);
  }
  const after = await spilled(databaseUrl);
  await peer.stop();
  const files = { files: after.files - before.files, bytes: after.bytes - before.bytes };
  await writeReport('queries', markdown(measured, files, options), say);
}

/** By collection its sorts, and what each of its filters can be asked with. */
function allChoices(databaseUrl) {
  return connected(databaseUrl, async (client) => {
    const all = new Map();
    for (const name of bigCollections) {
      const contract = collections.find((one) => one.name === name);
      const definition = catalogueDefinitions.find((one) => one.name === name);
      const filters = [];
      for (const filter of filterTable(contract.filters).values()) {
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

async function get(url, headers) {
  const response = await new Promise((resolve, reject) => {
    request(url, { ...connection, headers }, resolve)
      .on('error', reject)
      .end();
  });
  return { status: response.statusCode, text: await textOf(response) };
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

function markdown(measured, spilledFiles, { where, seed }) {
  const refused = measured.filter(({ status }) => status !== 200);
  const rows = [
    figuresRow('**all**', measured),
    ...bigCollections.map((name) =>
      figuresRow(
        name,
        measured.filter(({ collection }) => collection === name),
      ),
    ),
  ];
  const slowest = measured.toSorted((left, right) => right.ms - left.ms).slice(0, slowestShown);
  const slow = (query, index) => {
    const { ms, status, rows: shownRows, kept } = query;
    return `${index + 1}. ${asked(query)}: **${shown(ms, 'ms')}**, ${status === 200 ? `${shownRows} rows` : status} (${kept})`;
  };
  return `# Generated queries

Written by \`npm run bench\`. ${measuredOn(where)} ${measured.length} list queries from seed ${seed}, each asked of the warm service
by one caller, in milliseconds at that caller. [How they are made](../../apps/bench/README.md).

${table(['Collection', 'Queries', 'p50', 'p90', 'p99', 'Longest', '503'], rows)}

PostgreSQL wrote ${spilledFiles.files} temporary files, ${shown(spilledFiles.bytes / 1e6, 'MB')}.

## Answered with 503

${refused.map((query) => `- ${asked(query)}`).join('\n') || 'None.'}

## The slowest

${slowest.map(slow).join('\n')}
`;
}

function figuresRow(name, measured) {
  const times = measured.map(({ ms }) => ms);
  const refused = measured.filter(({ status }) => status !== 200).length;
  return [name, times.length, ...[0.5, 0.9, 0.99, 1].map((share) => shown(quantile(times, share))), refused];
}

/** The query as it was sent, but for values beyond the third of a set and the text of a cursor. */
function asked({ collection, asked: query }) {
  const pairs = query.split('&').map((pair) => {
    const [name, value] = pair.split('=').map(decodeURIComponent);
    const values = value.split(',');
    if (name === 'cursor') return 'cursor=…';
    return `${name}=${values.length > 3 ? `${values.slice(0, 2).join(',')},… (${values.length} values)` : value}`;
  });
  return `\`${collection}?${pairs.join('&')}\``;
}
