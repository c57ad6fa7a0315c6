import type { Reply } from '../http/answer.js';
import type { Transport } from '../http/transport.js';

/** Has the client's check look at what was read; what it refuses becomes a `decode` error. */
export async function checkItems(
  { check, emit }: Transport,
  collection: string,
  items: readonly unknown[],
  reply: Reply,
): Promise<void> {
  try {
    await check?.(collection, items, (message) => emit({ type: 'warning', message }));
  } catch (cause) {
    throw reply.fail('decode', `was answered with ${collection} that the check refuses`, { cause });
  }
}
