import { AsyncLocalStorage } from 'node:async_hooks';
import { isNativeError } from 'node:util/types';
import { type Client, type ClientOptions, createClient, isCatalogueError } from '@resource-catalogue/client';
import type { Ask, Exchange } from './exchange.js';
import type { Target } from './target.js';

/** Creates a client library: `createClient`, or in tests of the suite a broken one. */
export type ClientFactory = (options: ClientOptions) => Client;

/** The outcome of a call of the client, with its requests and responses. */
export interface ClientCall<Result> {
  readonly exchanges: readonly Exchange[];
  /** The value that the client returned; null if it threw. */
  readonly result: Result | null;
  /**
   * The error that the client threw: an error of the interface, or a TypeError for a request that it refused to
   * send.
   */
  readonly error: Error | null;
}

interface Recording {
  readonly send: (ask: Ask) => Promise<Exchange>;
  readonly exchanges: Exchange[];
  /** The reason why a request got no response; the run handles it, regardless of the client. */
  failure: Error | null;
}

/** Longer than any run: the target limits the duration of requests. */
const noLimit = 24 * 3600 * 1000;

const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/** The client library with its requests sent through the target, which records the exchanges of each call. */
export class RecordedClient {
  private readonly client: Client;
  private readonly recordings = new AsyncLocalStorage<Recording>();

  constructor(
    private readonly target: Target,
    makeClient: ClientFactory = createClient,
  ) {
    this.client = makeClient({
      baseUrl: target.prefix,
      token: target.token,
      fetch: (input, init) => this.fetch(new Request(input, init)),
      onEvent: () => {},
      // The target waits after a 429, and a check must see each exchange, so the client does not retry.
      maxAttempts: 1,
      ...{ timeoutMs: noLimit, totalTimeoutMs: noLimit, maxRetryWaitMs: noLimit },
      clock: { now: () => Date.now(), random: () => Math.random(), sleep: (ms) => target.sleep(ms) },
    });
  }

  async call<Result>(
    send: (ask: Ask) => Promise<Exchange>,
    work: (client: Client) => PromiseLike<Result>,
  ): Promise<ClientCall<Result>> {
    const recording: Recording = { send, exchanges: [], failure: null };
    const { exchanges } = recording;
    try {
      const result = await this.recordings.run(recording, async () => work(this.client));
      return { exchanges, result, error: null };
    } catch (error) {
      if (recording.failure !== null) throw recording.failure;
      if (isCatalogueError(error) || error instanceof TypeError) return { exchanges, result: null, error };
      throw error;
    }
  }

  private async fetch(request: Request): Promise<Response> {
    const recording = this.recordings.getStore();
    if (!recording) throw new Error('The client sent a request outside a recorded call.');
    const ask = await this.askOf(request);
    try {
      const exchange = await recording.send(ask);
      recording.exchanges.push(exchange);
      return toResponse(exchange);
    } catch (error) {
      if (isNativeError(error)) recording.failure = error;
      throw error;
    }
  }

  /** Converts a request for the target, which adds only the first token itself. */
  private async askOf(request: Request): Promise<Ask> {
    const { prefix, token } = this.target;
    if (!request.url.startsWith(`${prefix}/`))
      throw new Error(`The client sent a request to ${new URL(request.url).origin} instead of ${prefix}.`);
    const { authorization, ...headers } = Object.fromEntries(request.headers);
    const body = await request.text();
    return {
      method: request.method,
      path: request.url.slice(prefix.length),
      ...(authorization === `Bearer ${token}`
        ? { headers }
        : { headers: authorization === undefined ? headers : { ...headers, authorization }, token: null }),
      ...(body !== '' && { body }),
    };
  }
}

function toResponse({ status, text, headers }: Exchange): Response {
  const response = new Response(withoutBody.has(status) ? null : text, { status });
  // Only the headers of the server, without the type that a Response adds.
  response.headers.delete('content-type');
  for (const [name, values] of headers) for (const value of values) response.headers.append(name, value);
  return response;
}
