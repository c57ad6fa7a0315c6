import { client } from './generated/hey-api/client.gen.js';
import { listBookings } from './generated/hey-api/index.js';

const { CATALOGUE_URL = '', CATALOGUE_TOKEN = '' } = process.env;
client.setConfig({ baseUrl: CATALOGUE_URL, auth: CATALOGUE_TOKEN });

const page = await listBookings({
  query: { 'filters[state][in]': ['confirmed', 'pending'], sort: '-starts_at', limit: 3 },
});
if (page.error) throw new Error(page.error.detail);

const failed = await listBookings({ query: { cursor: 'damaged' } });

const states: string[] = page.data.data.map(({ state }) => state);
console.log(JSON.stringify({ states, next: page.data.meta.next !== null, problem: failed.error?.code }));
