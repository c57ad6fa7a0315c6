import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { publish } from './publish.mjs';

// `node tools/packaging/program.mjs PROJECT` publishes a program in one file, which needs no package but those that the
// manifest names. What the workspace shares is not published.
await publish(async (project, target, { program, data = [], ...manifest }) => {
  const [file] = Object.values(manifest.bin);
  await build({
    absWorkingDir: project,
    entryPoints: [program],
    outfile: join(target, file),
    bundle: true,
    platform: 'node',
    target: 'node24',
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
  return manifest;
});
