import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// The command line insists on a schema engine, which is a download, and never runs it to generate: any file will do.
const environment = {
  ...process.env,
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
};
const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js');
const { status, error } = spawnSync(
  process.execPath,
  [prisma, 'generate', '--no-hints', '--config', 'prisma.config.mjs'],
  { cwd: fileURLToPath(new URL('../..', import.meta.url)), env: environment, stdio: 'inherit' },
);
if (error) throw error;
process.exitCode = status ?? 1;
