import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { root } from '../workspace.mjs';

// `node tools/packaging/program.mjs PROJECT` makes packaging/dist of a project, the folder that is published: its program in
// one file, which needs no package but those that packaging/manifest.json names. What the workspace shares is not published.
const project = resolve(process.argv[2]);
const target = join(project, 'packaging/dist');
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const { version, license, type } = read(join(project, 'package.json'));
const { engines } = read(join(root, 'package.json'));
const { program, data = [], ...manifest } = read(join(project, 'packaging/manifest.json'));
const [file] = Object.values(manifest.bin);

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

await build({
  absWorkingDir: project,
  entryPoints: [program],
  outfile: join(target, file),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // Nest names things after classes.
  keepNames: true,
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'eof',
  logLevel: 'warning',
  // Not installed: packages that others would use if they were there.
  external: ['@fastify/static', '@nestjs/microservices', '@nestjs/websockets'],
  // For packages that are not modules yet.
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
});

for (const path of data) cpSync(join(project, path), join(target, path));
for (const path of [join(project, 'packaging/README.md'), join(root, 'LICENSE')]) {
  if (existsSync(path)) cpSync(path, join(target, path.split('/').at(-1)));
}
const published = { ...manifest, version, license, type, engines, publishConfig: { access: 'public' } };
writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
