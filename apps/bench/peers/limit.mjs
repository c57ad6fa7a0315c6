import { makeDocuments } from './documents.mjs';
import { startOwn } from './process.mjs';

const id = 'limit';

/** What nothing on this platform can be faster than: ready-made documents, sent without a question asked. */
export const limit = {
  id,
  name: 'Limit: ready documents',
  async start(databaseUrl, undo) {
    await makeDocuments(databaseUrl, undo);
    const running = await startOwn(['../bench/peers/limit-server.mjs'], { databaseUrl, id, undo });
    return { ...running, headers: {} };
  },
  list: (from) => `/?from=${from}`,
  get: (booking) => `/${booking}`,
};
