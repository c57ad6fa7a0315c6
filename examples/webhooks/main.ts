import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { createClient } from '@resource-catalogue/client';
import { relayChanges } from './relay.js';

const {
  CATALOGUE_URL = 'http://127.0.0.1:3000',
  CATALOGUE_TOKEN = '',
  WEBHOOK_URL: url,
  WEBHOOK_SECRET: secret,
} = process.env;
const [file = 'since.txt'] = process.argv.slice(2);
if (!url || !secret) throw new Error('Set WEBHOOK_URL and WEBHOOK_SECRET.');

const client = createClient({ baseUrl: CATALOGUE_URL, token: CATALOGUE_TOKEN });

/** Replaces the file as a whole, so that a stop during a write keeps the old one. */
async function keep(since: string): Promise<void> {
  await writeFile(`${file}.new`, since);
  await rename(`${file}.new`, file);
}

// The first start begins with the changes from then on.
if (!existsSync(file)) await keep(new Date().toISOString());
console.log(`Sending changed bookings to ${new URL(url).host}.`);
for (;;) {
  const since = await readFile(file, 'utf8');
  await relayChanges(client, { url, secret }, since, new Date(), keep).catch((error: unknown) =>
    console.error(String(error)),
  );
  await setTimeout(60_000);
}
