import type { Reply } from './answer.js';
import type { Connection } from './connection.js';

/** Has the client's check look at what was read; what it refuses becomes a `decode` error. */
export type CheckItems = (collection: string, items: readonly unknown[], reply: Reply) => Promise<void>;

/** Gives a transport the check of its settings. */
export function checkItems({ settings, emit }: Connection): CheckItems {
  const warn = (message: string) => emit({ type: 'warning', message });
  return async (collection, items, reply) => {
    try {
      await settings.check?.(collection, items, warn);
    } catch (cause) {
      throw reply.fail('decode', `was answered with ${collection} that the check refuses`, { cause });
    }
  };
}
