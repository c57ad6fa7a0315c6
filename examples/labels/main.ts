import { writeFile } from 'node:fs/promises';
import { createClient } from '@resource-catalogue/client';
import { labelSheets } from './sheet.js';

const { CATALOGUE_URL = 'http://127.0.0.1:3000', CATALOGUE_TOKEN = '' } = process.env;
const [slug = '', folder = '.'] = process.argv.slice(2);

const client = createClient({ baseUrl: CATALOGUE_URL, token: CATALOGUE_TOKEN });
const space = await client.spaces.list({ filters: { slug: { in: [slug] } } }).first();
if (!space) throw new Error(`No space has the slug ${JSON.stringify(slug)}.`);
const filters = { space_id: { in: [space.id] }, soft_deleted: { eq: false } };
const machines = await client.machines.list({ filters, sort: 'name' }).toArray({ max: 1000 });
const sheets = labelSheets(machines, CATALOGUE_URL);
for (const [index, sheet] of sheets.entries()) await writeFile(`${folder}/labels-${index + 1}.svg`, sheet);
console.log(`Wrote ${machines.length} labels on ${sheets.length} pages.`);
