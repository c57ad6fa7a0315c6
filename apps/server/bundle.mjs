import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import reference from '@scalar/fastify-api-reference';
import { transformFile } from '@swc/core';
import { build } from 'esbuild';
import { fastify } from 'fastify';
import { licensesOf } from './licenses.mjs';

// Bundles each program of the server into a few files, because resolving 1,200 modules takes half the time of a start.
const folder = import.meta.dirname;
const out = join(folder, 'bundle');
const programs = {
  main: 'src/main.ts',
  catalogue: '../catalogue/src/main.ts',
  'catalogue-program': '../catalogue/src/program.ts',
  'render-worker': '../../libs/markdown/src/render-worker.ts',
};

/** Nest injects by the types of constructor parameters, which swc preserves and esbuild does not. */
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
    // Optional packages, which are not installed.
    '@fastify/static',
    '@nestjs/microservices',
    '@nestjs/websockets',
    'pg-native',
  ],
  // Bundled CommonJS packages call `require`.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  // Smaller sources save memory, because V8 retains them.
  // Nest and the OpenAPI document use the names of classes.
  minifySyntax: true,
  minifyWhitespace: true,
});
// The script of the reference at /docs: of Scalar's packages for servers, only the one for Fastify contains it.
const scalar = fastify();
await scalar.register(reference, { configuration: { url: 'openapi.json' } });
const { payload: viewer } = await scalar.inject('/reference/js/scalar.js');
await scalar.close();
// Browsers would request the source map, which is not published.
await writeFile(join(out, 'viewer.js'), viewer.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
// The explorer's script contains Preact, and its styles use Inter.
const copied = ['preact/package.json', '@fontsource-variable/inter/package.json', '@scalar/fastify-api-reference'].map(
  (name) => fileURLToPath(import.meta.resolve(name)),
);
const inputs = Object.keys(metafile.inputs).map((path) => join(folder, path));
await writeFile(join(out, 'LICENSES.txt'), await licensesOf([...inputs, ...copied]));
