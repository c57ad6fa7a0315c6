import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { lathes } from './example-specs.js';

// Prints how many blocks of the library's code run for each hostile query, of half the length and of the whole. A program of
// its own, as V8 counts only in modules that are imported after it was asked to.
const folder = fileURLToPath(new URL('../src/', import.meta.url));
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const { parseListQuery, refuseParameters } = await import('../src/index.js');
const { hostile, longest } = await import('./hostile-queries.js');

for (const [name, queryOf] of Object.entries(hostile)) {
  const [half, whole] = [await countOf(queryOf(longest / 2)), await countOf(queryOf(longest))];
  process.stdout.write(`${name}\t${half}\t${whole}\n`);
}

async function countOf(query: string): Promise<number> {
  await session.post('Profiler.takePreciseCoverage');
  parseListQuery(query, lathes);
  refuseParameters(query);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const blocks = result
    .filter(({ url }) => url.includes(folder))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges));
  return blocks.reduce((sum, { count }) => sum + count, 0);
}
