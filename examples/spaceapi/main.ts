import { createServer } from 'node:http';
import { createClient } from '@resource-catalogue/client';
import { spaceApi } from './document.js';

const { CATALOGUE_URL = 'http://127.0.0.1:3000', CATALOGUE_TOKEN = '', PORT = '8080' } = process.env;
const { LOGO_URL: logo, SITE_URL: url } = process.env;
const [slug = ''] = process.argv.slice(2);

const client = createClient({ baseUrl: CATALOGUE_URL, token: CATALOGUE_TOKEN });
const own = { ...(logo !== undefined && { logo }), ...(url !== undefined && { url }) };
const read = async (): Promise<string> => JSON.stringify(await spaceApi(client, slug, new Date(), own));

// The document is public, so the catalogue is read once a minute instead of once per request.
let document = await read();
setInterval(() => {
  read().then(
    (text) => (document = text),
    (error: unknown) => console.error(String(error)),
  );
}, 60_000);

const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };
const server = createServer((_, response) => response.writeHead(200, headers).end(document));
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}/`);
});
