import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../measure/statistics.mjs';

const callers = 16;

/** Milliseconds between two looks at how many requests are due. */
const tick = 5;

/** As many as come through: each caller asks again once it is answered. */
export async function closedLoad(nextRequest, seconds) {
  const end = performance.now() + seconds * 1000;
  const run = new Run();
  const caller = async () => {
    while (performance.now() < end) await run.send(nextRequest());
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return run.figures(seconds);
}

/** So many a second, whether the earlier ones are answered or not: what is late counts as late from when it was due. */
export async function openLoad(nextRequest, rate, seconds) {
  const run = new Run();
  const begin = performance.now();
  const total = Math.round(rate * seconds);
  const pending = new Set();
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - begin) / 1000) * rate) + 1);
    for (; sent < due; sent += 1) {
      const answer = run.send(nextRequest(), begin + (sent / rate) * 1000).finally(() => pending.delete(answer));
      pending.add(answer);
    }
    await sleep(tick);
  }
  await Promise.all(pending);
  return run.figures((performance.now() - begin) / 1000);
}

class Run {
  #latencies = [];
  #failed = 0;

  async send([url, options], since = performance.now()) {
    const failed = await fetch(url, options).then(
      async (response) => {
        await response.arrayBuffer();
        return !response.ok;
      },
      () => true,
    );
    if (failed) this.#failed += 1;
    this.#latencies.push(performance.now() - since);
  }

  figures(seconds) {
    const [p50, p99] = [0.5, 0.99].map((share) => quantile(this.#latencies, share));
    return { rate: this.#latencies.length / seconds, failed: this.#failed, p50, p99 };
  }
}
