import { CatalogueError, type ErrorDetails, type ErrorKind } from '../errors/catalogue-error.js';
import type { ClientEvent } from './events.js';
import type { ResolvedOptions } from './options.js';
import type { CallOptions, CatalogueRequest } from './request.js';

/** State shared by all calls of a client. */
export interface Connection {
  readonly options: ResolvedOptions;
  /** The number of the last call. */
  lastCall: number;
  /** The token to send; the signal ends the attempt that waits for it. */
  readonly token: (signal: AbortSignal) => Promise<string>;
  /** Emits an event; an event with a subject is emitted only once per subject. */
  readonly emit: (event: ClientEvent, subject?: string) => void;
  /** Sends one request; the signal ends it. */
  readonly fetch: (url: string, request: RequestInit & { readonly signal: AbortSignal }) => Promise<Response>;
}

/** The state of one call from its first attempt to its last. */
export class Call {
  /** The client's options combined with those of this call. */
  readonly options: ResolvedOptions & CallOptions;
  readonly url: string;
  /** The properties of every event of this call. */
  readonly tag: { readonly call: number; readonly method: string; readonly url: string };
  attempts = 0;
  /** Deadline of the call in milliseconds since 1970, for a transport that waits. */
  deadline = Infinity;
  /** The token that the last attempt sent. */
  token = '';
  /** The error of the rejected token, once another one was requested. */
  rejection: CatalogueError | undefined;

  constructor(
    readonly connection: Connection,
    readonly request: CatalogueRequest,
    callOptions: CallOptions,
  ) {
    const { options } = connection;
    const { method, path, query } = request;
    const search = query ? `?${query}` : '';
    const endpoint = options.baseUrl + path;
    this.options = { ...options, ...callOptions, headers: { ...options.headers, ...callOptions.headers } };
    this.url = endpoint + search;
    this.tag = { call: ++connection.lastCall, method, url: endpoint + withoutPersonalValues(search) };
  }

  /** An error of this call; `what` continues the message after method and URL. */
  error(kind: ErrorKind, what: string, details: Partial<ErrorDetails> = {}): CatalogueError {
    const { method, url } = this.tag;
    const { attempts } = this;
    return new CatalogueError(`${method} ${url} ${what}`, { method, url, attempts, ...details, kind });
  }
}

/** For people and logs: sort and page size are shown, all other values are cut, as they may be personal data. */
function withoutPersonalValues(search: string): string {
  const shown = /^(?:limit|sort)=[\w-]{1,40}$/;
  return decodeURIComponent(
    search.replaceAll(/[^?&]+/g, (pair) => (shown.test(pair) ? pair : pair.replace(/=.*/s, '=…'))),
  );
}
