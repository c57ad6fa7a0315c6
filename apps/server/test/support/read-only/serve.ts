import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '@resource-catalogue/testing/sockets';
import { startTestService } from '../service.js';
import type { Place } from './read-only-service.js';

// The program that serves what test files share; beside the service, it answers how many rows a table has.
const kind = process.argv[2] === 'postgres' ? 'postgres' : 'embedded';
const plenty = { requests: 1_000_000_000, seconds: 60 };
const service = await startTestService(kind, { authFailureLimit: plenty });

const counting = createServer((request, response) => {
  const count = async (): Promise<string> => {
    const statement = { text: `SELECT count(*)::text FROM ${await text(request)}` };
    const [row] = await service.database.source.query(statement, []);
    return row?.[0] ?? '';
  };
  count().then(
    (number) => response.end(number),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
const countingPort = await listen(counting);

const place: Place = { url: service.url, token: service.token, counts: `http://127.0.0.1:${countingPort}` };
process.stdout.write(`${JSON.stringify(place)}\n`);

process.stdin.resume().once('end', () => {
  void service.close().finally(() => process.exit(0));
});
