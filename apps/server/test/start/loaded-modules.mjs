import { createRequire } from 'node:module';

// Prints at the end which packages were loaded that only an operator's wish should load.
const { cache } = createRequire(import.meta.url);
process.on('exit', () => {
  const loaded = Object.keys(cache).map(
    (path) => /node_modules\/(@opentelemetry\/sdk-trace-node|prom-client)\//.exec(path)?.[1],
  );
  process.stderr.write(`loaded: ${[...new Set(loaded.filter(Boolean))].sort().join(' ')}\n`);
});
