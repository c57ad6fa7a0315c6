import type { SynchronousCommit } from '@resource-catalogue/program';
import type { ReadSource } from './read-source.js';
import { findMissingSettings } from './session-settings.js';

/** The connections of one pool, on the primary or on a replica. */
export interface Connections {
  readonly databaseUrl: string;
  readonly source: Pick<ReadSource, 'query'>;
  /** Milliseconds that a statement may take. */
  readonly statement: number;
  /** Undefined on replicas, which are not written. */
  readonly synchronousCommit?: SynchronousCommit;
}

/** Explains why responses could be wrong on these connections; null if they could not. */
export type Precondition = (connections: Connections) => Promise<string | null>;

/**
 * Conditions without which responses would be wrong, without an error. The service does not start on a primary that
 * fails one, and does not use a replica while it fails one. All are checked before each start and once a second on
 * replicas, so they may only read catalogs and settings, in a few milliseconds.
 */
const preconditions: readonly Precondition[] = [findMissingSettings];

/** The reason of the first precondition that fails; null if all hold. */
export async function findUnmet(connections: Connections): Promise<string | null> {
  const reasons = await Promise.all(preconditions.map((find) => find(connections)));
  return reasons.find((reason) => reason !== null) ?? null;
}
