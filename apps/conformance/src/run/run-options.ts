import type { CollectionName } from '@resource-catalogue/contracts';
import type { Given } from '../checks/context/check.js';
import { defaultMaxItems, type Snapshot } from '../snapshot.js';
import type { ClientFactory } from '../target/recorded-client.js';
import type { Estimate, Latency, TargetOptions } from '../target/target.js';
import type { Outage, OutageListener, Unanswered } from './outages.js';
import type { Selection } from './plan.js';
import { type Replay, type Result, tokensOf } from './result.js';

export interface RunOptions extends Given, Selection, TargetOptions {
  /** Stops the run when it is aborted, with the name of a signal as its reason; the results so far are kept. */
  readonly signal?: AbortSignal;
  /** The results of an unfinished run of the same choice on the same server: only the rest is run. */
  readonly resume?: Resumption;
  readonly seed?: number;
  readonly maxItems?: number;
  /** One finding, which is all that is looked at. */
  readonly replay?: Replay;
  /** The client library that requests go through, where a client can send them; another one in tests of the suite. */
  readonly createClient?: ClientFactory;
}

export interface Listener extends OutageListener {
  snapshot?(snapshot: Snapshot): void;
  /** The number of checks, and how long those that are left take at least. */
  start?(tasks: number, estimate: Estimate): void;
  result?(result: Result): void;
}

/** The options that choose the checks of a run: to resume it takes the same ones. */
export interface Choice {
  readonly only: readonly string[];
  readonly subjects: readonly string[];
  readonly quick: boolean;
  readonly allowWrites: boolean;
  readonly allowBurst: boolean;
  readonly maxItems: number;
  /** The names of the tokens that were given. */
  readonly tokens: readonly string[];
}

/** Why a run ended before its last check, and the work that it left. */
export interface Unfinished {
  readonly reason: string;
  /** The signal that stopped it; null if the server went away. */
  readonly signal: string | null;
  /** The requests that had no answer when it ended. */
  readonly inFlight: readonly Unanswered[];
  /** The ids of the results that it does not have. */
  readonly remaining: readonly string[];
}

/** Results of an unfinished run, which another one completes. */
export interface Resumption extends Pick<Run, 'seconds' | 'requests' | 'startedAt' | 'outages' | 'unavailable'> {
  readonly results: readonly Result[];
  /** The ids of checks whose requests had no answer: they run first, one at a time. */
  readonly suspects: readonly string[];
  /** By collection, as `digestOf` makes it of the rows that the run saw. */
  readonly digests: ReadonlyMap<string, string>;
}

export interface Run {
  readonly url: string;
  readonly seed: number;
  readonly layer: 'seed' | 'ours';
  readonly choice: Choice;
  readonly startedAt: string;
  readonly seconds: number;
  readonly requests: number;
  readonly results: readonly Result[];
  readonly snapshot: Snapshot;
  readonly latencies: readonly Latency[];
  /** Collections whose data changed while the run looked at them, or before it was resumed. */
  readonly changed: readonly CollectionName[];
  /** Times in which requests got no answer. */
  readonly outages: readonly Outage[];
  /** How many answers of 503 with Retry-After were waited out. */
  readonly unavailable: number;
  /** Null of a run that came to its end. */
  readonly unfinished: Unfinished | null;
}

export const choiceOf = (options: RunOptions): Choice => ({
  only: options.only ?? [],
  subjects: options.subjects ?? [],
  quick: options.quick === true,
  allowWrites: options.allowWrites === true,
  allowBurst: options.allowBurst === true,
  maxItems: options.maxItems ?? defaultMaxItems,
  tokens: [...tokensOf(options).keys()],
});
