import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { build } from 'esbuild';
import { licensesOf } from './licenses.mjs';

// The programs of the server, each in a few files: to find and to link 1,200 modules is half of what a start costs.
const folder = import.meta.dirname;
const out = join(folder, 'bundle');
const programs = {
  main: 'src/main.ts',
  catalogue: '../catalogue/src/main.ts',
  'catalogue-program': '../catalogue/src/program.ts',
  'render-worker': '../../libs/markdown/src/render-worker.ts',
};

/** Nest injects by the types that constructors name: swc keeps them, esbuild does not. */
const configFile = join(folder, '../../.swcrc');
const sources = {
  name: 'sources',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path }) => ({ contents: (await transformFile(path, { configFile })).code })),
};

await rm(out, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: folder,
  entryPoints: programs,
  conditions: ['@resource-catalogue/source'],
  plugins: [sources],
  metafile: true,
  outdir: out,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
  external: [
    // It reads files that stand beside its own.
    '@electric-sql/pglite',
    // Not installed: packages that others would use if they were there.
    '@fastify/static',
    '@nestjs/microservices',
    '@nestjs/websockets',
    'pg-native',
  ],
  // For packages that are not modules yet.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  // The sources of a program stay in memory as long as it runs.
  // Names stay as they are: Nest and the OpenAPI document name things after classes.
  minifySyntax: true,
  minifyWhitespace: true,
});
// Preact is in the explorer's script.
const preact = fileURLToPath(import.meta.resolve('preact/package.json'));
const inputs = Object.keys(metafile.inputs).map((path) => join(folder, path));
await writeFile(join(out, 'LICENSES.txt'), await licensesOf([...inputs, preact]));
