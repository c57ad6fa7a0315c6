import { setTimeout } from 'node:timers/promises';
import { createClient } from '@resource-catalogue/client';
import { Door } from './door.js';

const { CATALOGUE_URL = 'http://127.0.0.1:3000', CATALOGUE_TOKEN = '' } = process.env;
const [slug = ''] = process.argv.slice(2);

// A refresh gives up before the next one.
const client = createClient({ baseUrl: CATALOGUE_URL, token: CATALOGUE_TOKEN, totalTimeoutMs: 30_000 });
const spaces = await client.spaces.list().toArray({ max: 1000 });
const space = spaces.find((each) => each.slug === slug);
if (!space) throw new Error(`No space has the slug ${JSON.stringify(slug)}.`);

const door = new Door({ client, spaceId: space.id, now: Date.now, longestOutage: 4 * 60 * 60_000 });
// A card reader writes one member id per line to standard input.
process.stdin.setEncoding('utf8').on('data', (text: string) => {
  for (const id of text.split('\n').filter(Boolean)) console.log(door.opensFor(id) ? 'open' : 'closed');
});
for (;;) {
  await door.refresh().catch((error: unknown) => console.error(String(error)));
  await setTimeout(60_000);
}
