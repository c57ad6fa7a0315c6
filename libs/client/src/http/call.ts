import { CatalogueError } from '../errors/catalogue-error.js';
import type { ErrorDetails, ErrorKind } from '../errors/catalogue-error.js';
import type { Connection } from './connection.js';
import type { CallOptions, CatalogueRequest } from './request.js';
import type { Settings } from './settings.js';

let lastCall = 0;

/** The state of one call from its first attempt to its last. */
export class Call {
  /** The client's settings, with what the caller set for this call. */
  readonly limits: Settings & CallOptions;
  readonly address: string;
  /** What events are told of it. */
  readonly tag: { readonly call: number; readonly method: string; readonly url: string };
  attempts = 0;
  /** Milliseconds since 1970 at which the call must be over, for a transport that waits. */
  deadline = Infinity;
  /** The token that the last attempt sent. */
  token = '';
  /** The answer that refused a token, once it was replaced. */
  refusal: CatalogueError | undefined;

  constructor(
    readonly connection: Connection,
    readonly request: CatalogueRequest,
    options: CallOptions,
  ) {
    const { settings } = connection;
    const { method, path, query } = request;
    const asked = query ? `?${query}` : '';
    const place = settings.baseUrl + path;
    this.limits = { ...settings, ...options, headers: { ...settings.headers, ...options.headers } };
    this.address = place + asked;
    // For people and logs: names of query parameters stay, values go, as they may be personal.
    this.tag = { call: ++lastCall, method, url: place + decodeURIComponent(asked.replaceAll(/=[^&]*/g, '')) };
  }

  /** An error of this call; `what` goes on where the message has named the request. */
  error(kind: ErrorKind, what: string, details: Partial<ErrorDetails> = {}): CatalogueError {
    const { method, url } = this.tag;
    const { attempts } = this;
    return new CatalogueError(`${method} ${url} ${what}`, { method, url, attempts, ...details, kind });
  }
}
