import type { SessionState } from '@resource-catalogue/contracts';
import type { SessionOwner } from './prices.js';
import type { Space } from './spaces.js';
import type { Spans } from './time/slots.js';
import type { Unit } from './units.js';
import type { User } from './users.js';

/** One date of a training or event. */
export interface Session {
  readonly id: string;
  readonly index: number;
  readonly owner: SessionOwner;
  readonly space: Space;
  readonly state: SessionState;
  readonly spans: Spans;
  readonly seats: number;
  readonly opensAt: number | null;
  readonly closesAt: number | null;
  readonly canceledAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly teachers: readonly User[];
  /** The units blocked for it. */
  readonly units: readonly Unit[];
}
