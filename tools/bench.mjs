import { spawnSync } from 'node:child_process';
import { build } from './build.mjs';
import { root } from './workspace.mjs';

await build();
process.exit(spawnSync(process.execPath, ['apps/server/bench/bench.mjs'], { cwd: root, stdio: 'inherit' }).status ?? 1);
