import { Agent, request } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { quantile } from '../measure/statistics.mjs';

/** A thread of its own, so that the bench neither waits for the load nor slows it down. */
export function workerLoad(given) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: given });
    worker.once('message', resolve).once('error', reject);
  });
}

if (!isMainThread && parentPort && workerData?.callers) parentPort.postMessage(await run(workerData));

async function run({ base, headers, requests, callers, seconds }) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const latencies = [];
  let [bytes, sent] = [0, 0];
  const begin = performance.now();
  const caller = async () => {
    while (performance.now() < begin + seconds * 1000) {
      const start = performance.now();
      const { path, etag } = requests[sent++ % requests.length];
      bytes += await get(base + path, etag ? { ...headers, 'If-None-Match': etag } : headers, agent);
      latencies.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const elapsed = (performance.now() - begin) / 1000;
  agent.destroy();
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(latencies, share));
  return { requests: latencies.length, seconds: elapsed, bytes, p50, p99 };
}

function get(url, headers, agent) {
  return new Promise((resolve, reject) => {
    const received = (response) => {
      let bytes = 0;
      response.on('data', (chunk) => (bytes += chunk.length));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode < 400) resolve(bytes);
        else reject(new Error(`${response.statusCode} from ${url}`));
      });
    };
    request(url, { headers, agent }, received).on('error', reject).end();
  });
}
