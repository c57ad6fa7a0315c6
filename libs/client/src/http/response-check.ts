import type { Reply } from './answer.js';
import type { Connection } from './transport.js';

/** Checks what was read; throws an error to refuse it, or calls `warn` and accepts it. */
export type ResponseCheck = (
  collection: string,
  items: readonly unknown[],
  warn: (message: string) => void,
) => void | Promise<void>;

/** Runs the client's check on what was read; what it refuses becomes a `decode` error. */
export type CheckItems = (collection: string, items: readonly unknown[], reply: Reply) => Promise<void>;

/** Gives a transport the check of its options. */
export function checkItems({ options, emit }: Connection): CheckItems {
  const warn = (message: string) => emit({ type: 'warning', message });
  return async (collection, items, reply) => {
    try {
      await options.check?.(collection, items, warn);
    } catch (cause) {
      throw reply.fail('decode', `returned ${collection} that the check refuses`, { cause });
    }
  };
}
