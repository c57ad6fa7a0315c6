import { cp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

// File names are fixed, because the server's pages refer to them and browsers revalidate them (HTTP-2).
const folder = import.meta.dirname;
await rm(`${folder}/bundle`, { recursive: true, force: true });
await build({
  absWorkingDir: folder,
  entryPoints: { explorer: 'src/main.tsx' },
  outdir: 'bundle',
  bundle: true,
  splitting: true,
  chunkNames: '[name]',
  format: 'esm',
  target: 'es2022',
  conditions: ['@resource-catalogue/source'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  external: ['*.woff2'],
  banner: { js: '/*! With Preact: the MIT License, Copyright (c) 2015-present Jason Miller */' },
  logLevel: 'warning',
});
await cp(`${folder}/public`, `${folder}/bundle`, { recursive: true });
const font = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'));
await cp(font, `${folder}/bundle/inter.woff2`);
