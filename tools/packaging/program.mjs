import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { publish } from './publish.mjs';

const bundle = (project, entry, outfile) =>
  build({
    absWorkingDir: project,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Nest uses the names of classes.
    keepNames: true,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'eof',
    logLevel: 'warning',
    // Optional packages, which are not installed.
    external: ['@fastify/static', '@nestjs/microservices', '@nestjs/websockets'],
    // For CommonJS packages.
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });

// `node tools/packaging/program.mjs PROJECT` publishes a program, and a module if the manifest has one. They depend
// only on packages that the manifest lists; shared code of the workspace is bundled.
await publish(async (project, target, { program, module, data = [], ...manifest }) => {
  const [file] = Object.values(manifest.bin);
  await bundle(project, program, join(target, file));
  if (module) {
    const declarations = module.replace(/\.js$/, '.d.ts');
    await bundle(project, module, join(target, basename(module)));
    cpSync(join(project, declarations), join(target, basename(declarations)));
  }
  for (const path of data) cpSync(join(project, path), join(target, path));
  return manifest;
});
