import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licensesOf } from './licenses.mjs';
import { prismaMemory } from './prisma-memory.mjs';

// The programs of the server, each in a few files: to find and to link 1,200 modules is half of what a start costs.
const folder = import.meta.dirname;
const out = join(folder, 'bundle');
const programs = {
  main: 'dist/main.js',
  catalogue: 'dist/cli/main.js',
  'catalogue-program': 'dist/cli/program.js',
  'render-worker': '../../libs/markdown/dist/render-worker.js',
};

await rm(out, { recursive: true, force: true });
await mkdir(out);
const { metafile } = await build({
  absWorkingDir: folder,
  entryPoints: programs,
  metafile: true,
  outdir: out,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // Nest and the OpenAPI document name things after classes.
  keepNames: true,
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
  minifySyntax: true,
  minifyWhitespace: true,
  plugins: [{ name: 'own files', setup: keepOwnPlaces }, prismaMemory(out)],
});
await nameClassesAlone();
// Preact is in the explorer's script.
const preact = fileURLToPath(import.meta.resolve('preact/package.json'));
const inputs = Object.keys(metafile.inputs).map((path) => join(folder, path));
await writeFile(join(out, 'LICENSES.txt'), await licensesOf([...inputs, preact]));

/**
 * `keepNames` names every function too, and again whenever a closure is made: a twentieth of what a small answer costs. Names of
 * functions are for people, and stay but for a number behind them.
 */
async function nameClassesAlone() {
  const before = 'var __name=(target,value)=>__defProp(';
  const after = "var __name=(target,value)=>value>='a'?target:__defProp(";
  for (const file of await readdir(out)) {
    const path = join(out, file);
    const text = file.endsWith('.js') ? await readFile(path, 'utf8') : '';
    if (text.includes(before)) return writeFile(path, text.replace(before, after));
  }
  throw new Error('esbuild names things by other means than before: look at its helper __name.');
}

/** A module that reads files of the workspace looks for them from where it stood before it became part of the bundle. */
function keepOwnPlaces({ onLoad }) {
  onLoad({ filter: /[\\/](apps|libs|prisma)[\\/].*\.js$/ }, async ({ path }) => {
    const contents = await readFile(path, 'utf8');
    if (path.includes('node_modules') || !contents.includes('import.meta.url')) return undefined;
    const place = JSON.stringify(relative(out, path).replaceAll('\\', '/'));
    return {
      contents: contents
        // A thread runs a program of the bundle.
        .replace(/new URL\('[^']*\/dist\/([\w-]+)\.js', import\.meta\.url\)/g, (url, name) =>
          name in programs ? `new URL('./${name}.js', import.meta['url'])` : url,
        )
        .replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`),
      loader: 'js',
    };
  });
}
