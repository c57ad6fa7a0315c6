import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 4 });
const lock = { name: 'lock', text: 'SELECT * FROM projects WHERE id = $1 FOR UPDATE' };
const change = {
  name: 'change',
  text: 'UPDATE projects SET summary = $2, updated_at = now() WHERE id = $1 RETURNING *',
};

const server = createServer(async (request, response) => {
  if (request.method !== 'PATCH') return response.end();
  const id = request.url.slice(request.url.lastIndexOf('/') + 1);
  const { summary } = JSON.parse(await text(request));
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query({ ...lock, values: [id] });
  const { rows } = await client.query({ ...change, values: [id, summary] });
  await client.query('COMMIT');
  client.release();
  response.writeHead(200, { 'Content-Type': 'application/json' });
  return response.end(JSON.stringify({ data: rows[0] }));
});
server.listen(Number(process.env.PORT), '127.0.0.1');
