import { mock } from 'node:test';
import { asArray, asObject, asText } from '@resource-catalogue/testing/json';
import { startTestService } from '../support/service.js';
import { filesEntered } from '@resource-catalogue/testing/entered-files';

// Prints, as JSON, the files that each kind of request enters, in order; `runRecorded` runs it.
// Intervals of the service are stopped: only work started by a request belongs to its path.
mock.timers.enable({ apis: ['setInterval'] });
const service = await startTestService();
const filters = 'filters[state][in]=confirmed&filters[starts_at][gte]=2026-01-01';

async function idsOf(path: string): Promise<string[]> {
  const response = await service.request(path);
  return asArray(asObject(response.json())['data']).map((row) => asText(asObject(row)['id']));
}
const bookings = await idsOf('/api/v1/bookings?limit=4');
const [author] = await idsOf('/api/v1/members?limit=1');

// Each request differs from earlier ones, because a repeated GET takes a shorter path.
let limit = 20;
const list = () => service.request(`/api/v1/bookings?${filters}&limit=${(limit += 1)}`);
const get = () => service.request(`/api/v1/bookings/${bookings.pop()}`);
const headers = { 'content-type': 'application/json' };
const body = JSON.stringify({ name: 'Lamp', author_id: author });
const create = () => service.request('/api/v1/projects', { method: 'POST', headers, body });

// The first request of each kind also triggers one-time work.
for (const request of [list, get, create]) {
  const { status, text } = await request();
  if (status >= 300) throw new Error(text);
}
/** A request enters through this file; the previous response may end slightly after its client has it. */
const start = 'apps/server/src/http/server.ts';

/** A timer may fire during one request, but not during each of three. */
async function pathOf(request: () => Promise<unknown>): Promise<string[]> {
  const enter = () => filesEntered(request, start);
  const [path = [], ...others] = [await enter(), await enter(), await enter()];
  return path.filter((file) => others.every((files) => files.includes(file)));
}
const paths = { list: await pathOf(list), get: await pathOf(get), create: await pathOf(create) };
process.stdout.write(JSON.stringify(paths), () => process.exit());
