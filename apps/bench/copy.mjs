import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connected } from './database.mjs';

/** Tables that an import fills, each with the tables that its foreign keys refer to. */
const tablesText = `
  SELECT c.relname AS name, array_agg(f.relname::text) FILTER (WHERE f.relname <> c.relname) AS targets
  FROM pg_class c LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'f' LEFT JOIN pg_class f ON f.oid = k.confrelid
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
    AND c.relname NOT IN ('_prisma_migrations', 'revisions', 'changed_rows', 'booking_days', 'access_tokens', 'idempotency_keys')
  GROUP BY 1 ORDER BY 1`;

/** Seconds that PostgreSQL takes to COPY the same rows from its own files into the same tables and indexes. */
export async function copyAlone(sourceUrl, targetUrl, undo) {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-copy-'));
  undo.add(() => rm(folder, { recursive: true, force: true }));
  // PostgreSQL writes the files, as its own user.
  await chmod(folder, 0o777);
  const file = (name) => `'${join(folder, name)}'`;
  const columns = new Map();
  const tables = await connected(sourceUrl, async (client) => {
    const { rows } = await client.query(tablesText);
    for (const { name } of rows) {
      columns.set(name, await columnsOf(client, name));
      await client.query(`COPY ${name} (${columns.get(name)}) TO ${file(name)}`);
    }
    return rows;
  });
  return connected(targetUrl, async (client) => {
    const began = performance.now();
    await client.query('BEGIN');
    for (const name of inOrder(tables)) await client.query(`COPY ${name} (${columns.get(name)}) FROM ${file(name)}`);
    await client.query('COMMIT');
    return (performance.now() - began) / 1000;
  });
}

/** Without generated columns, which COPY refuses. */
async function columnsOf(client, table) {
  const { rows } = await client.query(
    `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS list FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  return rows[0].list;
}

/** Referenced tables first. */
function inOrder(tables) {
  const ordered = new Set();
  const add = (name) => {
    for (const target of tables.find((table) => table.name === name)?.targets ?? [])
      if (!ordered.has(target)) add(target);
    ordered.add(name);
  };
  for (const { name } of tables) add(name);
  return [...ordered];
}
