import { createHmac } from 'node:crypto';
import type { Booking, Client } from '@resource-catalogue/client';

/** A change may become visible this many milliseconds after one with a later time, so newer changes wait. */
const settled = 60_000;

/** The webhook that receives messages. */
export interface Receiver {
  readonly url: string;
  /** `whsec_` and a random key in base64. */
  readonly secret: string;
}

/**
 * Sends each booking that changed since an instant to a webhook, oldest change first, and returns the instant for the next run.
 * `keep` stores how far it got. It stops at the first message that is not accepted: the next run starts with the change before it,
 * so every change arrives, and some arrive twice.
 */
export async function relayChanges(
  client: Client,
  receiver: Receiver,
  since: string,
  now: Date,
  keep: (since: string) => Promise<void>,
): Promise<number> {
  const end = new Date(now.getTime() - settled).toISOString();
  let sent = 0;
  for await (const booking of client.bookings.changesSince(since, { overlapMs: 0 })) {
    if (booking.updated_at >= end) break;
    await deliver(booking, receiver, now);
    await keep(booking.updated_at);
    sent += 1;
  }
  if (end > since) await keep(end);
  return sent;
}

/** Sends a message, signed so that libraries of Standard Webhooks verify it. A repeated message has the same id. */
async function deliver(booking: Booking, { url, secret }: Receiver, now: Date): Promise<void> {
  const body = JSON.stringify({ type: 'booking.changed', timestamp: booking.updated_at, data: booking });
  const id = `${booking.id}.${Date.parse(booking.updated_at)}`;
  const time = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...{ 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` },
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(15_000),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The webhook responded ${response.status} to the booking ${booking.id}.`);
}
