import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, jest } from '@jest/globals';
import { createClient } from '@resource-catalogue/client';
import { Webhook } from 'standardwebhooks';
import { relayChanges } from '../webhooks/relay.js';
import { getRunningService } from './service/service.js';

const client = createClient(getRunningService());

describe('webhooks', () => {
  const secret = `whsec_${Buffer.from('a key of 32 bytes, for this test').toString('base64')}`;

  it('sends each change once, signed, and continues with the message that was not accepted', async () => {
    const now = new Date('2026-03-01T00:00:00.000Z');
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now.getTime());
    const bookings = await client.bookings.list().toArray({ max: 10_000 });
    const start = '2026-01-01T00:00:00.000Z';
    const changed = bookings.filter(({ updated_at: at }) => at >= start && at < '2026-02-28T23:59:00.000Z');
    expect(changed.length).toBeGreaterThan(3);
    const received: { id: string; body: unknown }[] = [];
    let failures = 1;
    const receiver = createServer((request, response) => {
      void text(request).then((body) => {
        const isBroken = received.length === 2 && failures-- > 0;
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        if (!isBroken)
          received.push({ id: String(request.headers['webhook-id']), body: new Webhook(secret).verify(body, headers) });
        response.writeHead(isBroken ? 500 : 204).end();
      });
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo;
    let since = start;
    const relay = () =>
      relayChanges(client, { url: `http://127.0.0.1:${port}/`, secret }, since, now, (instant) => {
        since = instant;
        return Promise.resolve();
      });
    await expect(relay()).rejects.toThrow('The webhook responded 500 to the booking');
    await relay();
    const ids = received.map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set(changed.map(({ id, updated_at: at }) => `${id}.${Date.parse(at)}`)));
    expect(received).toContainEqual({
      id: ids[0],
      body: {
        type: 'booking.changed',
        timestamp: expect.any(String),
        data: changed.find(({ id }) => ids[0]?.startsWith(id)),
      },
    });
    expect([since, await relay()]).toEqual(['2026-02-28T23:59:00.000Z', 0]);
    receiver.close();
    receiver.closeAllConnections();
    clock.mockRestore();
  });
});
