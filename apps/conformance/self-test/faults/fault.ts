import type { Behaviour } from '../server/behaviour.js';
import type { SelfTestServer } from '../server/start.js';
import type { World } from '../server/world/world.js';

/** What kind of mistake a fault is, and which checks should catch it. */
export const faultFamilies = [
  'envelope',
  'paging',
  'limit',
  'sort',
  'set-filter',
  'range',
  'reference',
  'shape',
  'get',
  'auth',
  'errors',
  'http',
  'rate',
  'write',
  'idempotency',
  'concurrency',
  'markdown',
  'hostile',
] as const;

export type FaultFamily = (typeof faultFamilies)[number];

/** One way to be wrong. */
export interface Fault {
  /** Permanent; begins with the family. */
  readonly id: `${FaultFamily}-${string}`;
  readonly family: FaultFamily;
  /** The rule of interface.md that it breaks; what has no id is named by its section. */
  readonly rule: string;
  readonly summary: string;
  /** What the faulty server does otherwise; called once for each server, so it may keep a state of its own. */
  readonly behaviour: (sound: Behaviour, world: World) => Partial<Behaviour>;
  /** Shows that the fault can be met on the rich world: true on the faulty server, false on the sound one. */
  readonly probe: (server: SelfTestServer) => Promise<boolean>;
}
