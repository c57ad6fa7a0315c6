import createClient from 'openapi-fetch';
import type { components, paths } from './generated/openapi-typescript/catalogue.js';

const { CATALOGUE_URL = '', CATALOGUE_TOKEN = '' } = process.env;
const client = createClient<paths>({
  baseUrl: CATALOGUE_URL,
  headers: { authorization: `Bearer ${CATALOGUE_TOKEN}` },
  // This client ignores serialisation styles in the document, so send sets with commas (FILT-2).
  querySerializer: { array: { style: 'form', explode: false } },
});

const page = await client.GET('/api/v1/bookings', {
  params: { query: { 'filters[state][in]': ['confirmed', 'pending'], sort: '-starts_at', limit: 3 } },
});
if (page.error) throw new Error(page.error.detail);
const bookings: components['schemas']['Booking'][] = page.data.data;

const failed = await client.GET('/api/v1/bookings', { params: { query: { cursor: 'damaged' } } });
const problem: components['schemas']['Problem'] | undefined = failed.error;

const states: string[] = bookings.map(({ state }) => state);
console.log(JSON.stringify({ states, next: page.data.meta.next !== null, problem: problem?.code }));
