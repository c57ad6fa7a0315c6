import type { Hooks } from 'ky';
import { maximumResponseBytes } from '../limits.js';
import type { Clock } from './clock.js';
import type { EventListener } from './events.js';
import type { CallOptions } from './request.js';
import type { ResponseCache } from './response-cache.js';
import { cleanToken, type TokenSource } from './token.js';

/** Validates a resource: throws an error to reject it, or calls `warn` to accept it. */
export type ResponseCheck = (
  collection: string,
  items: readonly unknown[],
  warn: (message: string) => void,
) => void | Promise<void>;

/**
 * Options of a client. Only `baseUrl` and `token` are required; times are milliseconds.
 *
 * @example
 * createClient({ baseUrl: 'https://catalogue.example.org', token: async () => vault.read(), timeoutMs: 10_000 });
 */
export interface ClientOptions extends Omit<CallOptions, 'signal'> {
  /** The `{base_url}` of the service, with or without a path: `https://catalogue.example.org`. */
  readonly baseUrl: string;
  /** The access token, or a function that returns one (AUTH-1); white space around it and a leading `Bearer` are dropped. */
  readonly token: TokenSource;
  /** Limit of retries that the service did not request, as a share of all calls; 0.2 by default. */
  readonly retryShare?: number;
  /** Called with every event. By default, warnings go to `console.warn`. */
  readonly onEvent?: EventListener;
  /** Cache for conditional reads; none by default. */
  readonly cache?: ResponseCache;
  /** Validates every resource that is read; none by default. */
  readonly check?: ResponseCheck;
  /** Replaces the platform's `fetch`; called once for every attempt. */
  readonly fetch?: typeof fetch;
  /**
   * Hooks of ky around every attempt; what they throw is treated as a network error. In jsdom on Node 24 or newer, calls with
   * hooks fail, because Node's `Request` rejects the signals of jsdom; use `fetch` there.
   */
  readonly hooks?: Pick<Hooks, 'beforeRequest' | 'afterResponse'>;
  /** Time and randomness, for tests. */
  readonly clock?: Clock;
}

/**
 * The default limits of a call: 30 s for an attempt, 5 min in total, 4 attempts, no wait above 60 s, the window of RATE-1,
 * and no response above 20 MiB, a page of 4 MiB and one row (PAGE-5).
 *
 * @example
 * createClient({ baseUrl, token, timeoutMs: 2 * defaultLimits.timeoutMs });
 */
export const defaultLimits = {
  timeoutMs: 30_000,
  totalTimeoutMs: 300_000,
  maxAttempts: 4,
  maxRetryWaitMs: 60_000,
  maxResponseBytes: maximumResponseBytes,
} as const satisfies CallOptions;

/** Options with the defaults filled in. */
export type ResolvedOptions = Omit<ClientOptions, 'clock'> &
  Required<Pick<ClientOptions, keyof typeof defaultLimits>> & { readonly clock: Pick<Clock, 'now'> };

/**
 * Fills in the defaults.
 *
 * @throws TypeError if the base URL is not an http or https URL, has a user, a query or a fragment, or ends with the
 * path that every request adds; or if the token does not fit a header.
 */
export function resolveOptions(options: ClientOptions): ResolvedOptions {
  const { baseUrl, token } = options;
  // The text may contain a password, so it is not repeated.
  if (!/^https?:\/\/[^/@?#\s]+(\/[^?#\s]*)?(?<!\/api\/v1\/*)$/i.test(baseUrl)) {
    throw new TypeError('baseUrl must be an http(s) URL without user, query and /api/v1.');
  }
  if (typeof token !== 'function') cleanToken(token);
  return { clock: Date, ...defaultLimits, ...options, baseUrl: baseUrl.replace(/\/+$/, '') };
}

/** The origin of a resolved base URL. React Native has no `URL.origin`. */
export const originOf = (baseUrl: string): string =>
  baseUrl
    .toLowerCase()
    .replace(/(\/\/[^/]+).*/, '$1')
    .replace(/^(http:.*):80$|^(https:.*):443$/, '$1$2');
