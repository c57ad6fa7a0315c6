import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { startTestService } from '../support/service.js';

// Prints the files of ours in which a function runs while a warm service answers one list request. The library of the embedded
// database is left out: there it is what a driver and a server are elsewhere.
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const path = '/api/v1/bookings?filters[state][in]=confirmed&limit=';

// A clock that stands still: a token that was looked up stays known, however slow the machine.
const now = performance.now();
performance.now = () => now;

const service = await startTestService('embedded');
const ask = async (limit: number): Promise<void> => {
  const { status } = await service.request(`${path}${limit}`, { headers: { 'accept-encoding': 'br' } });
  if (status !== 200) throw new Error(`The list was answered with ${status}.`);
};
// An answer that is asked for again would not be made again.
await ask(20);
await ask(21);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
// What ran until now counts no more.
await session.post('Profiler.takePreciseCoverage');
await ask(22);
const { result } = await session.post('Profiler.takePreciseCoverage');

const files = result
  .filter(
    ({ url, functions }) =>
      url.startsWith('file:') && functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
  )
  .map(({ url }) => fileURLToPath(url).slice(root.length))
  .filter((file) => !/node_modules|\/test\/|\/generated\/|^libs\/embedded-database\//.test(file));
process.stdout.write(`${JSON.stringify([...new Set(files)].sort())}\n`);
await service.close();
process.exit(0);
