import { writeFile } from 'node:fs/promises';
import { createClient } from '@resource-catalogue/client';
import { freeBusyPage } from './page.js';

const { CATALOGUE_URL = 'http://127.0.0.1:3000', CATALOGUE_TOKEN = '' } = process.env;
const [slug = '', file = 'free-busy.html'] = process.argv.slice(2);

const client = createClient({ baseUrl: CATALOGUE_URL, token: CATALOGUE_TOKEN });
const space = await client.spaces.list({ filters: { slug: { in: [slug] } } }).first();
if (!space) throw new Error(`No space has the slug ${JSON.stringify(slug)}.`);
await writeFile(file, await freeBusyPage(client, space, new Date()));
console.log(`Wrote ${file}.`);
