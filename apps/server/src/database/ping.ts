import type { ReadSource } from './read-source.js';

/** Resolves when the database answers, and rejects when it cannot. */
export async function ping(source: Pick<ReadSource, 'query'>): Promise<void> {
  await source.query({ text: 'SELECT 1::text' }, []);
}
