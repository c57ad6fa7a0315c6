import { fileURLToPath } from 'node:url';
import { start } from '../processes.mjs';

const hooks = fileURLToPath(new URL('../../../tools/typescript.mjs', import.meta.url));

/**
 * The same rows by Prisma's findMany on Nest: the service without its own read engine. The same server also returns a
 * constant, which shows what the framework costs.
 */
export async function startNest(databaseUrl, undo) {
  const environment = (PORT) => ({ ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl, PORT });
  const words = [process.execPath, '--import', hooks, '../bench/peers/nest-server.mjs'];
  const nest = { ...(await start(words, environment, undo)), databaseUrl, headers: {} };
  const list = (from) => `/bookings?from=${from}`;
  return [
    { ...nest, id: 'prisma', name: 'Nest, Prisma', list, get: (booking) => `/bookings/${booking}` },
    { ...nest, id: 'constant', name: 'Nest, a constant', get: (booking) => `/constants/${booking}` },
  ];
}
