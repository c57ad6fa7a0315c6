import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The program behind `npx nx`, to start it without a shell. */
export const nx = fileURLToPath(new URL('../node_modules/nx/dist/bin/nx.js', import.meta.url));

/** The program behind `npx jest`. */
export const jest = fileURLToPath(new URL('../node_modules/jest/bin/jest.js', import.meta.url));

// Otherwise Nx starts a process per plugin, even for cached tasks.
process.env.NX_ISOLATE_PLUGINS ??= 'false';
