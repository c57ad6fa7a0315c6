import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { takeCoverage } from 'node:v8';
import { startTestService } from '../support/service.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const path = '/api/v1/bookings?filters[state][in]=confirmed&limit=';

/** A timer of whatever ran before in this process fires beside some of the requests, never beside each of so many. */
const requests = 10;

/**
 * The files of ours in which a function runs each time that a warm service answers a list request. The library of the
 * embedded database is left out: there it is what a driver and a server are elsewhere.
 */
export async function passedFiles(): Promise<string[]> {
  const service = await startTestService('embedded');
  const ask = async (limit: number): Promise<void> => {
    const { status } = await service.request(`${path}${limit}`, { headers: { 'accept-encoding': 'br' } });
    if (status !== 200) throw new Error(`The list was answered with ${status}.`);
  };
  const session = new Session();
  session.connect();
  try {
    // An answer that is asked for again would not be made again.
    await ask(20);
    await ask(21);
    // Of a run that measures coverage, what ran until now is kept before it counts no more.
    takeCoverage();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    const passed: Set<string>[] = [];
    for (let request = 0; request < requests; request += 1) {
      await session.post('Profiler.takePreciseCoverage');
      await ask(22 + request);
      const { result } = await session.post('Profiler.takePreciseCoverage');
      passed.push(ownFiles(result));
    }
    const [first = new Set<string>(), ...others] = passed;
    return [...first].filter((file) => others.every((files) => files.has(file))).sort();
  } finally {
    // To stop it here would stop that measurement, too.
    if (process.env['NODE_V8_COVERAGE'] === undefined) session.disconnect();
    await service.close();
  }
}

function ownFiles(coverage: Profiler.ScriptCoverage[]): Set<string> {
  const files = coverage
    .filter(
      ({ url, functions }) =>
        url.startsWith('file:') && functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
    )
    .map(({ url }) => fileURLToPath(url).slice(root.length))
    .filter((file) => !/node_modules|\/test\/|\/generated\/|^libs\/embedded-database\/|^tools\//.test(file));
  return new Set(files);
}
