import { createClient } from '@resource-catalogue/client';
import { subscriptionsOf } from './export.js';

const { CATALOGUE_URL = 'http://127.0.0.1:3000', CATALOGUE_TOKEN = '' } = process.env;
const [month = new Date().toISOString().slice(0, 7)] = process.argv.slice(2);

const client = createClient({ baseUrl: CATALOGUE_URL, token: CATALOGUE_TOKEN });
process.stdout.write(await subscriptionsOf(client, month));
