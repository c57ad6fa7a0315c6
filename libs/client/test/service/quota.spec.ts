import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createClient } from '../../src/index.js';
import type { ClientEvent } from '../../src/index.js';
import { startService } from '../support/running-service.js';
import type { RunningService } from '../support/running-service.js';

let service: RunningService;

beforeAll(async () => {
  service = await startService({ RATE_LIMIT: '12/1s' });
}, 120_000);
afterAll(() => service.stop());

it('many calls at once get through a small quota, without a 429 that reaches the caller (RATE-2)', async () => {
  const events: ClientEvent[] = [];
  const client = createClient({ ...service, onEvent: (event) => events.push(event), maxAttempts: 10 });
  const pages = await Promise.all(Array.from({ length: 30 }, () => client.spaces.list({ limit: 1 })));
  expect(pages).toHaveLength(30);
  expect(events.some(({ type }) => type === 'throttle')).toBe(true);
});

it('a walk goes on through used-up windows', async () => {
  const client = createClient(service);
  const all = await client.bookings.list({ limit: 5 }).toArray({ max: 1e6 });
  expect(all.length).toBeGreaterThan(100);
}, 60_000);
