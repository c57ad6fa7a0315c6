import { start } from './process.mjs';
import { bareEnvironment, catalogue, tokenWish } from './service.mjs';

const environmentOf = (folder) => bareEnvironment({ DATA_DIR: folder });

/** The service on the embedded database of a data directory; resolves when it is ready. */
export function startEmbedded(folder, undo, every) {
  return start(process.execPath, ['bundle/main.js'], {
    environment: (PORT) => ({ ...environmentOf(folder), PORT, HOST: '127.0.0.1' }),
    path: '/health/ready',
    every,
    undo,
  });
}

/** The headers of requests to it. The database has one holder, so they are made while no service runs on it. */
export function headersFor(folder) {
  const { token } = JSON.parse(catalogue(environmentOf(folder), ...tokenWish));
  return { authorization: `Bearer ${token}` };
}
