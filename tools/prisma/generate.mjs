import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// Suppresses the check for updates and its request.
const environment = { ...process.env, PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' };
const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js');
const { status, error } = spawnSync(
  process.execPath,
  [prisma, 'generate', '--no-hints', '--config', 'prisma.config.mjs'],
  { cwd: fileURLToPath(new URL('../..', import.meta.url)), env: environment, stdio: 'inherit' },
);
if (error) throw error;
process.exitCode = status ?? 1;
