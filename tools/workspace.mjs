import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The program behind `npx nx`, for starts without a shell. */
export const nx = fileURLToPath(new URL('../node_modules/nx/dist/bin/nx.js', import.meta.url));

// Nx would start a process for each plugin, for tasks that it finds in its cache, too.
process.env.NX_ISOLATE_PLUGINS ??= 'false';
