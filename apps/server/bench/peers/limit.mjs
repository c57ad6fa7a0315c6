import { urlOf } from '../database.mjs';
import { makeDocuments } from './documents.mjs';
import { start } from './process.mjs';

const id = 'limit';

/** What nothing on this platform can be faster than: ready-made documents, sent without a question asked. */
export const limit = {
  id,
  name: 'Limit: ready documents',
  async start(databaseUrl, undo) {
    await makeDocuments(databaseUrl, undo);
    const running = await start(process.execPath, ['bench/peers/limit-server.mjs'], {
      environment: (PORT) => ({ ...process.env, NODE_ENV: 'production', DATABASE_URL: urlOf(databaseUrl, id), PORT }),
      undo,
    });
    return { ...running, headers: {} };
  },
  list: (from) => `/?from=${from}`,
  get: (booking) => `/${booking}`,
};
