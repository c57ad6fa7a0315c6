import { serverMemory, usageOfPeer, withCpu } from './cpu.mjs';
import { withConnection, sample } from './database.mjs';
import { startLimit } from './peers/limit.mjs';
import { startNest } from './peers/nest.mjs';
import { startPostgrest } from './peers/postgrest.mjs';
import { startEmbedded, startOther, startService } from './peers/service.mjs';
import { load } from './wrk.mjs';

const embeddedBookings = 100_000;
const pages = 200;

/** Only a collapse fails the check: machines differ, and few rounds on a small database are imprecise. */
const collapse = 0.2;

/** The middle value, or the mean of the two middle values; null if one could not be measured. */
export function median(values) {
  if (values.includes(null)) return null;
  const sorted = values.toSorted((left, right) => left - right);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

/** Compares the service with its peers on the same rows, and with itself on other versions and databases. */
export async function measure(options, undo, say) {
  const { databaseUrl, circumstances, node, database, rounds, seconds, warmup } = options;
  const starts = [() => startService(databaseUrl, undo), () => startLimit(databaseUrl, undo)];
  if (!options.check) {
    starts.push(
      () => startPostgrest(databaseUrl, undo),
      () => startNest(databaseUrl, undo),
    );
    starts.push(() => startEmbedded(Math.min(circumstances.bookings, embeddedBookings), undo));
  }
  if (node || database) starts.push(() => startOther(database ?? databaseUrl, undo, node));
  const peers = [];
  for (const start of starts) {
    const started = [await start()].flat();
    say(`started ${started.map(({ name }) => name).join(' and ')}`);
    peers.push(...started);
  }
  for (const peer of peers) peer.sample = await withConnection(peer.databaseUrl, (client) => sample(client, 1000));
  await compareRows(peers.filter((peer) => peer.databaseUrl === databaseUrl && peer.list));
  const scenarios = [];
  for (const scenario of await scenariosOf(peers)) scenarios.push(await measureScenario(scenario, options, say));
  for (const { imported, databaseUrl: url, facts } of peers)
    if (imported) Object.assign(facts, { imported, databaseMemory: await withConnection(url, serverMemory) });
  for (const { stop } of peers) await stop();
  const services = peers.filter(({ facts }) => facts).map(({ id, name, facts }) => ({ id, name, ...facts }));
  return { ...circumstances, rounds, seconds, warmup, scenarios, services };
}

/** Scenarios in which the service's rate, as a part of the limit, is far below that of an earlier measurement. */
export function findCollapsed(earlier, now) {
  const partsOfLimit = ({ scenarios }) =>
    scenarios.map(({ contestants }) => median(contestants.find(({ id }) => id === 'limit')?.ratios ?? [null]));
  const [before, after] = [earlier, now].map(partsOfLimit);
  return now.scenarios.filter((_, index) => after[index] < before[index] * collapse).map(({ title }) => title);
}

/** Throws unless all peers return the same rows, since speeds are only comparable then. */
async function compareRows(peers) {
  const questions = peers[0].sample
    .slice(0, 5)
    .flatMap(({ id, start }) => [(peer) => peer.list(start), (peer) => peer.get(id)]);
  for (const question of questions) {
    const rows = await Promise.all(peers.map((peer) => rowsOf(peer, question(peer))));
    const other = rows.findIndex((text) => text !== rows[0]);
    if (other >= 0) throw new Error(`${peers[other].name} returns different rows than ${peers[0].name}.`);
  }
}

/** The ids in a response of any form: a list in an envelope, a bare list, or one object. */
async function rowsOf(peer, path) {
  const response = await fetch(peer.base + path, { headers: peer.headers });
  if (!response.ok) throw new Error(`${peer.name} responded ${response.status} to ${path}: ${await response.text()}`);
  const body = await response.json();
  const idsIn = (rows) => (rows ?? []).map(({ id }) => id).toSorted();
  const known = ({ id, state, space, seats, place_extras }) => [
    id,
    state,
    space?.id,
    idsIn(seats),
    idsIn(place_extras),
  ];
  return JSON.stringify([body.data ?? body].flat().map(known));
}

/** The measurements, each with the peers that support it; the service comes first. */
async function scenariosOf(peers) {
  const gets = peers.map((peer) => ({ peer, requests: peer.sample.map(({ id }) => ({ path: peer.get(id) })) }));
  const lists = peers
    .filter((peer) => peer.list)
    .map((peer) => ({ peer, requests: peer.sample.slice(0, pages).map(({ start }) => ({ path: peer.list(start) })) }));
  const [{ peer: ours, requests }] = lists;
  const again = [
    { peer: { ...ours, id: 'unchanged', name: `${ours.name}, 304` }, requests: await withEntityTags(ours, requests) },
    { peer: { ...ours, id: 'changed', name: `${ours.name}, 200` }, requests },
  ];
  return [
    { id: 'list-1', title: '100 bookings from anywhere, 1 caller', callers: 1, contestants: lists },
    { id: 'list-16', title: '100 bookings from anywhere, 16 callers', callers: 16, contestants: lists },
    { id: 'get', title: 'One booking, 16 callers', callers: 16, contestants: gets },
    { id: 'again', title: '100 bookings that the caller has already, 16 callers', callers: 16, contestants: again },
  ];
}

/** Requests with the entity tags of earlier responses. */
async function withEntityTags({ base, headers, name }, requests) {
  const tagged = [];
  for (const { path } of requests) {
    const response = await fetch(base + path, { headers });
    await response.arrayBuffer();
    tagged.push({ path, etag: response.headers.get('etag') });
  }
  const [{ path, etag }] = tagged;
  const { status } = await fetch(base + path, { headers: { ...headers, 'If-None-Match': etag } });
  if (status !== 304) throw new Error(`${name} responded ${status} instead of 304.`);
  return tagged;
}

const figures = ['rate', 'p50', 'p99', 'serviceCpu', 'databaseCpu', 'kilobytes'];

/**
 * Medians of the rounds of each contestant, and the service's rate divided by the contestant's in each round, since a
 * slow spell of the machine affects both. Rounds run forwards and backwards in turn, so that neither the order nor a
 * change of the machine favours a contestant.
 */
async function measureScenario({ id, title, callers, contestants }, options, say) {
  say(title);
  const results = contestants.map(() => []);
  for (let number = 0; number < options.rounds; number += 1) {
    const order = [...contestants.entries()];
    if (number % 2 === 1) order.reverse();
    for (const [index, contestant] of order) results[index].push(await round({ ...contestant, callers }, options));
  }
  const [ours] = results;
  const measured = contestants.map(({ peer }, index) => {
    const own = results[index];
    return {
      ...{ id: peer.id, name: peer.name },
      ...Object.fromEntries(figures.map((figure) => [figure, median(own.map((result) => result[figure]))])),
      memory: Math.max(...own.map(({ memory }) => memory)),
      ratios: own.map(({ rate }, number) => ours[number].rate / rate),
    };
  });
  return { id, title, contestants: measured };
}

/** Loads a running peer for one round and returns rate, latencies, and the cost of one request on both sides. */
function round({ peer, requests, callers }, { seconds, warmup }) {
  const given = { base: peer.base, headers: peer.headers, requests, callers };
  return withConnection(peer.databaseUrl, async (client) => {
    await load({ ...given, seconds: warmup });
    const { result, serviceCpu, databaseCpu } = await withCpu(client, peer, () => load({ ...given, seconds }));
    return {
      ...{
        rate: result.requests / result.seconds,
        p50: result.p50,
        p99: result.p99,
        memory: usageOfPeer(peer.pid).memory,
      },
      serviceCpu: serviceCpu / result.requests,
      databaseCpu: databaseCpu && databaseCpu / result.requests,
      kilobytes: result.bytes / result.requests / 1000,
    };
  });
}
