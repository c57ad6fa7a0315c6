import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licensesOf } from './licenses.mjs';

// The programs of the server, each in a few files: to find and to link 1,200 modules is half of what a start costs.
const folder = import.meta.dirname;
const out = join(folder, 'bundle');
const programs = {
  main: 'dist/main.js',
  catalogue: '../catalogue/dist/main.js',
  'catalogue-program': '../catalogue/dist/program.js',
  'render-worker': '../../libs/markdown/dist/render-worker.js',
};

await rm(out, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: folder,
  entryPoints: programs,
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
