import { connected } from './database.mjs';
import { constant } from './peers/constant.mjs';
import { limit } from './peers/limit.mjs';
import { postgrest } from './peers/postgrest.mjs';
import { prisma } from './peers/prisma.mjs';
import { service, startService } from './peers/service.mjs';
import { goalTable, measuredOn, median, medians, shown, table, writeReport } from './report.mjs';
import { round, rounds } from './round.mjs';

const figures = ['rate', 'p50', 'p99', 'bytes', 'serviceCpu', 'databaseCpu'];

/** Compares the service with its peers on the same rows of the same database. */
export async function run(options, undo, say) {
  say('starting until ready');
  const starting = await startingTime(options, undo);
  const peers = await startPeers([service, limit, postgrest, prisma], options, undo, say);
  const asked = await content(options.databaseUrl);
  await compareAnswers(peers, asked);
  const [ours] = peers;
  const [booking] = await rowsOf(ours, ours.get(asked.bookings[0]));
  peers.push(...(await startPeers([constant(booking)], options, undo, say)));
  const results = [];
  for (const scenario of await scenarios(peers, asked)) {
    say(scenario.title);
    results.push({ ...scenario, contestants: await measureScenario(scenario, options) });
  }
  for (const { stop } of peers) await stop();
  const goals = goalsOf(results, starting);
  await writeReport('field', markdown(results, goals, options), say);
}

/** Median seconds from the start of the process until the service is ready. */
async function startingTime({ databaseUrl, rounds: count }, undo) {
  const times = [];
  for (let number = 0; number < count; number += 1) {
    const begin = performance.now();
    const { stop } = await startService(databaseUrl, undo);
    times.push((performance.now() - begin) / 1000);
    await stop();
  }
  return median(times);
}

export async function startPeers(list, { databaseUrl }, undo, say) {
  const peers = [];
  for (const peer of list) {
    say(`starting ${peer.name}`);
    peers.push({ ...peer, ...(await peer.start(databaseUrl, undo)) });
  }
  return peers;
}

/** Positions across the whole table, so that a single cached range is not enough; the same in every run. */
export function content(databaseUrl) {
  return connected(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT id::text, to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS instant
       FROM bookings ORDER BY md5(id::text) LIMIT 1000`,
    );
    return { instants: rows.slice(0, 200).map(({ instant }) => instant), bookings: rows.map(({ id }) => id) };
  });
}

/** The rows of a response in any form: a list in an envelope, a bare list, or one object. */
async function rowsOf(peer, path) {
  const response = await fetch(peer.base + path, { headers: peer.headers });
  if (!response.ok) throw new Error(`${peer.name} responded ${response.status} to ${path}: ${await response.text()}`);
  const body = await response.json();
  return [body.data ?? body].flat();
}

const idsIn = (rows) => (rows ?? []).map(({ id }) => id).toSorted();

/** Identifies a row and its embedded rows. */
const known = (row) => JSON.stringify([row.id, row.state, row.space?.id, idsIn(row.seats), idsIn(row.place_extras)]);

/** Throws unless all peers return the same rows, since speeds are only comparable then. */
export async function compareAnswers(peers, { instants, bookings }) {
  const questions = [
    ...instants.slice(0, 5).map((instant) => (peer) => peer.list(instant)),
    ...bookings.slice(0, 5).map((booking) => (peer) => peer.get(booking)),
    (peer) => peer.places?.(),
  ];
  for (const question of questions) {
    const asked = peers.filter((peer) => question(peer) !== undefined);
    const answers = await Promise.all(asked.map((peer) => rowsOf(peer, question(peer))));
    const [ours, ...others] = answers.map((rows) => rows.map(known).join('\n'));
    const other = others.findIndex((rows) => rows !== ours);
    if (other >= 0) throw new Error(`${asked[other + 1].name} returns different rows than ${asked[0].name}.`);
  }
}

/** The measurements, each with the peers that support it. */
export async function scenarios(peers, { instants, bookings }) {
  const ours = peers.find(({ id }) => id === 'service');
  const contestants = (callers, paths) =>
    peers.flatMap((peer) => {
      const requests = paths(peer);
      return requests ? [{ id: peer.id, name: peer.name, peer, requests, callers }] : [];
    });
  const lists = (peer) => peer.list && instants.map((instant) => ({ path: peer.list(instant) }));
  const gets = (peer) => bookings.map((booking) => ({ path: peer.get(booking) }));
  const places = (peer) => peer.places && [{ path: peer.places() }];
  const again = { peer: ours, callers: 16 };
  const tagged = await withEntityTags(ours, lists(ours));
  return [
    { id: 'list-1', title: '100 bookings from anywhere, 1 caller', contestants: contestants(1, lists) },
    { id: 'list-16', title: '100 bookings from anywhere, 16 callers', contestants: contestants(16, lists) },
    { id: 'places', title: 'All places, 16 callers', contestants: contestants(16, places) },
    { id: 'get', title: 'One booking, 16 callers', contestants: contestants(16, gets) },
    {
      id: 'unchanged',
      title: '100 bookings that the caller has already, 16 callers',
      contestants: [
        { ...again, id: 'unchanged', name: 'Resource Catalogue, 304', requests: tagged },
        { ...again, id: 'changed', name: 'Resource Catalogue, 200', requests: lists(ours) },
      ],
    },
  ];
}

/** Requests with the entity tags of earlier responses. */
async function withEntityTags(peer, requests) {
  const answerTo = async (path, headers) => {
    const response = await fetch(peer.base + path, { headers: { ...peer.headers, ...headers } });
    await response.arrayBuffer();
    return response;
  };
  const tagged = [];
  for (const { path } of requests) tagged.push({ path, etag: (await answerTo(path)).headers.get('etag') });
  const { status } = await answerTo(tagged[0].path, { 'If-None-Match': tagged[0].etag });
  if (status !== 304) throw new Error(`${peer.name} responded ${status} instead of 304.`);
  return tagged;
}

/** Medians of the rounds of each contestant, and the rate of each round. */
export function measureScenario({ contestants }, options) {
  return connected(options.databaseUrl, async (client) => {
    const measured = await rounds(contestants, options.rounds, (contestant) => round(client, contestant, options));
    return contestants.map(({ id, name, peer }, index) => {
      const list = measured[index];
      const memory = maxOrNull(list.map((result) => result.memory));
      return { id, name, peer: peer.id, ...medians(list, figures), memory, rates: list.map(({ rate }) => rate) };
    });
  });
}

const maxOrNull = (values) => (values.includes(null) ? null : Math.max(...values));

/** The ratio of each round, since a slow spell of the machine affects both sides. */
function ratiosOf(contestants, id, other) {
  const rates = (wanted) => contestants.find((contestant) => contestant.id === wanted)?.rates;
  const [ours, theirs] = [rates(id), rates(other)];
  return ours && theirs ? ours.map((rate, index) => rate / theirs[index]) : [];
}

/** The median of the ratios of all rounds; null if one of the two did not take part. */
export const ratioOf = (contestants, id, other) => median(ratiosOf(contestants, id, other));

/** The median, and the lowest and highest value. */
const spread = (values) =>
  values.length === 0 ? '–' : `${shown(median(values))} (${shown(Math.min(...values))}–${shown(Math.max(...values))})`;

/** The goals, with the measured values. */
function goalsOf(results, starting) {
  const contestantsOf = (scenario) => results.find(({ id }) => id === scenario).contestants;
  const against = (scenario, other, id = 'service') => ratioOf(contestantsOf(scenario), id, other);
  const list16 = (figure) => contestantsOf('list-16').find(({ id }) => id === 'service')[figure];
  const ours = results.flatMap(({ contestants }) => contestants).filter(({ peer }) => peer === 'service');
  return [
    { text: '100 bookings, 16 callers: times PostgREST', min: 8, measured: against('list-16', 'postgrest') },
    { text: '100 bookings, 16 callers: part of the limit', min: 0.5, measured: against('list-16', 'limit') },
    { text: '100 bookings, 1 caller: times PostgREST', min: 6, measured: against('list-1', 'postgrest') },
    { text: '100 bookings, 1 caller: part of the limit', min: 0.4, measured: against('list-1', 'limit') },
    { text: 'All places: times PostgREST', min: 6, measured: against('places', 'postgrest') },
    { text: 'One booking: times PostgREST', min: 12, measured: against('get', 'postgrest') },
    { text: 'One booking: part of the limit', min: 0.5, measured: against('get', 'limit') },
    {
      text: 'One booking: part of a Nest controller that returns a constant',
      min: 0.75,
      measured: against('get', 'constant'),
    },
    { text: '304: times the 200', min: 3, measured: against('unchanged', 'changed', 'unchanged') },
    { text: 'CPU of PostgreSQL for 100 bookings, ms', max: 1.3, measured: list16('databaseCpu') },
    { text: 'CPU of Node for 100 bookings, ms', max: 2, measured: list16('serviceCpu') },
    { text: 'Resident memory under load, MB', max: 240, measured: maxOrNull(ours.map(({ memory }) => memory)) },
    { text: 'Start until ready, s', max: 1.5, measured: starting },
  ];
}

function markdown(results, goals, { where, rounds: count, seconds, warmup }) {
  return `# The service compared with other servers

Written by \`npm run bench\`. ${measuredOn(where)} Load by wrk. Figures are medians of
${count} rounds of ${seconds} s in alternating order, each after ${warmup} s of warm-up; ratios also show the lowest and highest round. Compare ratios
within a run, not figures of different runs. [How it is measured](../../apps/bench/README.md).

## Goals

${goalTable(goals)}

${results.map(scenarioTable).join('\n\n')}
`;
}

function scenarioTable({ title, contestants }) {
  const head = ['', 'Requests/s', 'p50 ms', 'p99 ms', 'CPU ms', 'PostgreSQL CPU ms', 'KB', '× PostgREST', '× limit'];
  const rows = contestants.map(({ id, name, rate, p50, p99, serviceCpu, databaseCpu, bytes }) => {
    const spreads = ['postgrest', 'limit'].map((other) => spread(ratiosOf(contestants, id, other)));
    return [name, ...[rate, p50, p99, serviceCpu, databaseCpu, bytes / 1000].map((value) => shown(value)), ...spreads];
  });
  return `## ${title}\n\n${table(head, rows)}`;
}
