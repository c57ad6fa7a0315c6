import { databaseCpu, databaseCpuBetween, embeddedCpu, residentMemory, serviceCpu } from './cpu.mjs';
import { load } from './wrk.mjs';

const memoryEvery = 200;

/**
 * Loads a running peer for one round and returns rate, latencies and the cost of one request on both sides. `client`
 * reads the CPU time of PostgreSQL; pass null for a peer on an embedded database, in `dataDir`.
 */
export async function round(client, { peer, requests, callers }, { seconds, warmup }) {
  const given = { base: peer.base, headers: peer.headers, requests, callers };
  const databaseNow = async () => (client ? databaseCpu(client, peer.id) : embeddedCpu(peer.dataDir));
  await load({ ...given, seconds: warmup });
  const before = { service: serviceCpu(peer.pid), database: await databaseNow() };
  let memory = residentMemory(peer.pid);
  const watch = setInterval(() => (memory &&= Math.max(memory, residentMemory(peer.pid))), memoryEvery);
  const result = await load({ ...given, seconds }).finally(() => clearInterval(watch));
  const service = before.service === null ? null : serviceCpu(peer.pid) - before.service;
  const database = databaseCpuBetween(before.database, await databaseNow());
  const ofOne = (cpu) => (cpu === null ? null : cpu / result.requests);
  return {
    rate: result.requests / result.seconds,
    p50: result.p50,
    p99: result.p99,
    bytes: result.bytes / result.requests,
    serviceCpu: ofOne(service),
    databaseCpu: ofOne(database),
    memory,
  };
}

/**
 * Runs rounds forwards and backwards in turn, so that neither the order nor a change of the machine favours a
 * contestant.
 */
export async function rounds(contestants, count, measure) {
  const results = contestants.map(() => []);
  for (let number = 0; number < count; number += 1) {
    const order = [...contestants.entries()];
    for (const [index, contestant] of number % 2 === 0 ? order : order.reverse()) {
      results[index].push(await measure(contestant));
    }
  }
  return results;
}
