import { writeFile } from 'node:fs/promises';
import { createClient } from '@resource-catalogue/client';
import { freeBusyPage } from './page.js';

const { CATALOGUE_URL = 'http://127.0.0.1:3000', CATALOGUE_TOKEN = '' } = process.env;
const [file = 'free-busy.html'] = process.argv.slice(2);

const client = createClient({ baseUrl: CATALOGUE_URL, token: CATALOGUE_TOKEN });
await writeFile(file, await freeBusyPage(client, new Date()));
console.log(`Written to ${file}.`);
