import type { CollectionName } from '@resource-catalogue/contracts';
import type { OperatorOptions } from '../kit/context.js';
import { defaultMaxItems, type Snapshot } from '../snapshot.js';
import type { ClientFactory } from '../target/recorded-client.js';
import type { TargetOptions } from '../target/target.js';
import { type FindingRequest, tokensByName } from './finding.js';
import type { Outage, OutageListener, LostRequest } from './outages.js';
import type { Selection } from './plan.js';
import type { Result } from './result.js';

export interface RunOptions extends OperatorOptions, Selection, TargetOptions {
  /** Stops the run when aborted, with the name of a signal as its reason; the results so far are returned. */
  readonly signal?: AbortSignal;
  /** The results of an unfinished run with the same options on the same server; only the rest is run. */
  readonly resume?: Resumption;
  readonly seed?: number;
  readonly maxItems?: number;
  /** Sends only these requests: replays a check that watches every response. */
  readonly requests?: readonly FindingRequest[];
  /** The client library that sends the requests a client can send; tests of the suite replace it. */
  readonly createClient?: ClientFactory;
}

export interface Listener extends OutageListener {
  snapshot?(snapshot: Snapshot): void;
  /** The number of checks, and the minimum seconds that the remaining ones take under a quota or `rate`. */
  start?(tasks: number, seconds: number): void;
  result?(result: Result): void;
}

/** The options that choose the checks of a run; a resumed run must use the same ones. */
export const toChoice = (options: RunOptions) => ({
  only: options.only ?? [],
  subjects: options.subjects ?? [],
  quick: options.quick === true,
  allow_writes: options.allowWrites === true,
  allow_burst: options.allowBurst === true,
  max_items: options.maxItems ?? defaultMaxItems,
  // The names of the given tokens.
  tokens: [...tokensByName(options).keys()],
});

/** The reason why a run ended before its last check, and the remaining work. */
export interface Unfinished {
  readonly reason: string;
  readonly signal: string | null;
  /** The requests without a response when the run ended. */
  readonly in_flight: readonly LostRequest[];
  readonly remaining: readonly string[];
}

/** The parts of a JSON report of an unfinished run that a resumed run completes. */
export interface Resumption extends Pick<
  Run,
  'seconds' | 'requests' | 'started_at' | 'outages' | 'unavailable' | 'results'
> {
  readonly unfinished: Unfinished;
  readonly snapshot: readonly { readonly collection: string; readonly digest: string | null }[];
}

/** A run, with the names of the JSON report. */
export interface Run {
  readonly url: string;
  readonly seed: number;
  readonly layer: 'core' | 'extension';
  readonly options: ReturnType<typeof toChoice>;
  readonly started_at: string;
  readonly seconds: number;
  readonly requests: number;
  readonly results: readonly Result[];
  readonly snapshot: Snapshot;
  /** Collections whose data changed during the run, or before it was resumed. */
  readonly changed: readonly CollectionName[];
  readonly outages: readonly Outage[];
  /** The number of responses with 503 and Retry-After after which the run waited. */
  readonly unavailable: number;
  readonly unfinished: Unfinished | null;
}
