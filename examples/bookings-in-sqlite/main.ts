import { createClient } from '@resource-catalogue/client';
import sqlite from 'node-sqlite3-wasm';
import { syncBookings } from './sync.js';

const { CATALOGUE_URL = 'http://127.0.0.1:3000', CATALOGUE_TOKEN = '' } = process.env;
const [file = 'bookings.sqlite'] = process.argv.slice(2);

const database = new sqlite.Database(file);
try {
  const client = createClient({ baseUrl: CATALOGUE_URL, token: CATALOGUE_TOKEN });
  const rows = await syncBookings(client, database, () => new Date());
  console.log(`Read ${rows} bookings into ${file}.`);
} finally {
  database.close();
}
