import { createClient } from '@resource-catalogue/client';
import { calendarServer } from './feed.js';

const { CATALOGUE_URL = 'http://127.0.0.1:3000', CATALOGUE_TOKEN = '', PORT = '8080' } = process.env;

const client = createClient({ baseUrl: CATALOGUE_URL, token: CATALOGUE_TOKEN });
const server = calendarServer(client).listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}/members/{id}.ics`);
});
