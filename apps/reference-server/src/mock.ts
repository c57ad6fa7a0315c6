import { startReferenceServer } from './start.js';

// The declarations of this file are published as they are, so they import nothing.

export interface MockOptions {
  /** `rich` (the default) has at least 60 rows in each collection, `poor` only a few. */
  readonly size?: 'rich' | 'poor' | 'empty';
  /** The same seed gives the same data. 1 by default. */
  readonly seed?: number;
  /** The port to listen on. A free one by default. */
  readonly port?: number;
}

export interface MockTokens {
  /** Has the scopes `read` and `projects:write`. */
  readonly full: string;
  /** Has the same scopes as `full`. */
  readonly second: string;
  /** Has the scope `bookings:read`. */
  readonly limited: string;
  /** Has the scope `projects:write`. */
  readonly writing: string;
  /** Has a quota of 5 requests in 3 s. */
  readonly quota: string;
  /** Is rejected with 401, as `expired` is. */
  readonly revoked: string;
  readonly expired: string;
}

export interface Mock {
  /** The base URL, without a trailing slash. */
  readonly url: string;
  readonly tokens: MockTokens;
  /** Closes all connections and discards everything written. */
  close(): Promise<void>;
}

/** Starts a mock of the Resource Catalogue in this process. */
export async function startMock({ size = 'rich', seed = 1, port = 0 }: MockOptions = {}): Promise<Mock> {
  const { url, tokens, close } = await startReferenceServer({ size, seed, port });
  return { url, tokens, close };
}
