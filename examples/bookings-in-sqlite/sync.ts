import type { Booking, Client } from '@resource-catalogue/client';
import type { Database } from 'node-sqlite3-wasm';

const tables = `
CREATE TABLE IF NOT EXISTS bookings (id TEXT PRIMARY KEY, state TEXT NOT NULL, starts_at TEXT NOT NULL, ends_at TEXT NOT NULL,
  space TEXT NOT NULL, member TEXT, updated_at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS progress (name TEXT PRIMARY KEY, value TEXT NOT NULL);`;

/** Brings the copy up to date, resuming an interrupted run, and returns the number of rows read. */
export async function syncBookings(client: Client, database: Database, now: () => Date): Promise<number> {
  database.exec(tables);
  return valueOf(database, 'since') === undefined ? readAll(client, database, now) : readChanges(client, database);
}

/**
 * Reads the whole list once. Each page is stored with the cursor of the next, so that an interrupted run resumes
 * there.
 */
async function readAll(client: Client, database: Database, now: () => Date): Promise<number> {
  const began = valueOf(database, 'began') ?? now().toISOString();
  const cursor = valueOf(database, 'cursor');
  let rows = 0;
  const list = client.bookings.list({ ...(cursor !== undefined && { cursor }) });
  for await (const { data, nextCursor } of list.pages()) {
    store(database, data, { began, ...(nextCursor !== null && { cursor: nextCursor }) });
    rows += data.length;
  }
  // Rows that changed during this read come with the changes after `began`.
  store(database, [], { since: began });
  return rows;
}

/** Reads the changes since the last run. A row may come twice, so rows are stored by id. */
async function readChanges(client: Client, database: Database): Promise<number> {
  let rows = 0;
  for await (const booking of client.bookings.changesSince(valueOf(database, 'since') ?? '')) {
    store(database, [booking], { since: booking.updated_at });
    rows += 1;
  }
  return rows;
}

function store(database: Database, bookings: readonly Booking[], progress: Readonly<Record<string, string>>): void {
  database.exec('BEGIN');
  for (const { id, state, starts_at, ends_at, space, member, updated_at } of bookings) {
    const name = member && `${member.first_name} ${member.last_name}`;
    const row = [id, state, starts_at, ends_at, space.name, name, updated_at];
    database.run('INSERT OR REPLACE INTO bookings VALUES (?, ?, ?, ?, ?, ?, ?)', row);
  }
  for (const entry of Object.entries(progress)) database.run('INSERT OR REPLACE INTO progress VALUES (?, ?)', entry);
  database.exec('COMMIT');
}

function valueOf(database: Database, name: string): string | undefined {
  const value = database.get('SELECT value FROM progress WHERE name = ?', name)?.['value'];
  return typeof value === 'string' ? value : undefined;
}
