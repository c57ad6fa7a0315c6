import { startOwn } from './process.mjs';

const id = 'constant';

/** A Nest controller that returns the same booking to every get, without a database: what the framework costs. */
export const constant = (booking) => ({
  id,
  name: 'Nest, a constant',
  async start(databaseUrl, undo) {
    const variables = { BOOKING: JSON.stringify(booking) };
    const running = await startOwn(['../bench/peers/constant-server.mjs'], { databaseUrl, id, undo, variables });
    return { ...running, headers: {} };
  },
  get: (requested) => `/bookings/${requested}`,
});
