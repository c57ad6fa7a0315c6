import { Agent, request } from 'node:http';

/** Sends the requests in turn over so many connections for so long; every answer must be 200 with so many rows. */
export async function load({ urls, headers = {}, callers, seconds }) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const latencies = [];
  let bytes = 0;
  let next = 0;
  const end = performance.now() + seconds * 1000;
  const caller = async () => {
    while (performance.now() < end) {
      const begin = performance.now();
      const received = await get(urls[next++ % urls.length], headers, agent);
      bytes += received;
      latencies.push(performance.now() - begin);
    }
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: callers }, caller));
  const elapsed = (performance.now() - begin) / 1000;
  agent.destroy();
  latencies.sort((left, right) => left - right);
  const at = (share) => latencies[Math.floor((latencies.length - 1) * share)];
  return {
    pagesPerSecond: latencies.length / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    bytesPerPage: bytes / latencies.length,
  };
}

function get(url, headers, agent) {
  return new Promise((resolve, reject) => {
    request(url, { headers, agent }, (response) => {
      let bytes = 0;
      response.on('data', (chunk) => (bytes += chunk.length));
      response.on('end', () =>
        response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${response.statusCode} from ${url}`)),
      );
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

export async function rowsOf(url, headers) {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${response.status} from ${url}: ${await response.text()}`);
  const body = await response.json();
  return body.data ?? body;
}
