import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 4 });
const table = 'bench.documents';
const page = {
  name: 'page',
  text: `SELECT document FROM ${table} WHERE starts_at >= $1 ORDER BY starts_at, id LIMIT 100`,
  rowMode: 'array',
};
const one = { name: 'one', text: `SELECT document FROM ${table} WHERE id = $1`, rowMode: 'array' };

const server = createServer(async (request, response) => {
  const from = request.url.indexOf('?from=');
  const value = request.url.slice(from < 0 ? 1 : from + 6);
  if (value === '') return response.end();
  const { rows } = await pool.query({ ...(from < 0 ? one : page), values: [value] });
  const body = Buffer.from(from < 0 ? rows[0][0] : `{"data":[${rows.join(',')}]}`);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  return response.end(body);
});
server.listen(Number(process.env.PORT), '127.0.0.1');
