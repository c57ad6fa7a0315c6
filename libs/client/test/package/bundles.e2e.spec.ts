import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { build } from 'esbuild';

const assembled = fileURLToPath(new URL('../../packaging/dist', import.meta.url));

/** Bundles a program that uses these exports for browsers. */
async function bundleOf(names: readonly string[]) {
  const list = names.join(', ');
  const { outputFiles } = await build({
    stdin: { contents: `import { ${list} } from './index.js'; globalThis.used = [${list}];`, resolveDir: assembled },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  const text = outputFiles[0]?.text ?? '';
  return { text, kilobytes: gzipSync(text, { level: 9 }).length / 1000 };
}

describe('bundles', () => {
  it.each([
    [12.7, 'the core with one collection', ['createPlainTransport', 'listPage', 'bookings']],
    [15.5, 'one collection with retries and paging', ['createTransport', 'list', 'get', 'bookings']],
    [16.9, 'the whole client', ['createClient', 'isCatalogueError', 'hasProblem']],
  ])('stay below %f kB with ky: %s', async (budget, _, names) => {
    expect((await bundleOf(names)).kilobytes).toBeLessThanOrEqual(budget);
  });

  it.each(['list', 'get', 'getMany', 'changesSince'])(
    'contain no other collection if they use one collection and %s',
    async (operation) => {
      const { text } = await bundleOf(['createTransport', operation, 'bookings']);
      const held = collections.filter(({ name }) => new RegExp(`["'\`/]${name}["'\`/]`).test(text));
      expect(held.map(({ name }) => name)).toEqual(['bookings']);
    },
  );

  it.each([
    'index.js',
    'availability/index.js',
    'cache/index.js',
    'logging/index.js',
    'testing/index.js',
    'validation/index.js',
  ])('do not need Node: %s', async (entry) => {
    const { metafile } = await build({
      entryPoints: [join(assembled, entry)],
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      write: false,
      metafile: true,
    });
    const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
    expect(imports.filter(({ path, external }) => external === true || path.startsWith('node:'))).toEqual([]);
  });
});
