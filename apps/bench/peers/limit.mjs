import { makeDocuments } from './documents.mjs';
import { startOwn } from './process.mjs';

const id = 'limit';

/** The upper limit on this platform: sends stored documents without any checks. */
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
