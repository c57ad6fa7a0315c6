import { AsyncLocalStorage } from 'node:async_hooks';
import { type Client, type ClientOptions, createClient, isCatalogueError } from '@resource-catalogue/client';
import type { Ask, Exchange } from './exchange.js';
import type { Target } from './target.js';

/** Makes a client library: `createClient`, or in tests of the suite one that is wrong in some way. */
export type ClientFactory = (options: ClientOptions) => Client;

/** How a call of the client ended, and what it sent and was answered on the way. */
export interface ClientCall<Result> {
  readonly exchanges: readonly Exchange[];
  /** What the client returned; null where it threw. */
  readonly result: Result | null;
  /** What the client threw: an error of the interface, or a TypeError for what it would not send. */
  readonly error: Error | null;
}

interface Recording {
  readonly send: (ask: Ask) => Promise<Exchange>;
  readonly exchanges: Exchange[];
  /** Why a request got no answer: that is the run's business, whatever the client makes of it. */
  failure: Error | null;
}

/** Longer than any run: how long a request may take is for the target to say. */
const noLimit = 24 * 3600 * 1000;

const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/** The client library with its requests going through the target, so that every call shows its exchanges. */
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
      // The target waits out a 429 by itself, and a check must see each exchange: nothing is repeated behind its back.
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
    if (!recording) throw new Error('The client sent a request that belongs to no call.');
    const ask = await this.askOf(request);
    try {
      const exchange = await recording.send(ask);
      recording.exchanges.push(exchange);
      return responseOf(exchange);
    } catch (error) {
      if (error instanceof Error) recording.failure = error;
      throw error;
    }
  }

  /** The request as the target sends it. The target adds the first token by itself, and no other. */
  private async askOf(request: Request): Promise<Ask> {
    const { prefix, token } = this.target;
    if (!request.url.startsWith(`${prefix}/`)) throw new Error(`The client went to ${new URL(request.url).origin}.`);
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

function responseOf({ status, text, headers }: Exchange): Response {
  const response = new Response(withoutBody.has(status) ? null : text, { status });
  // Only what the server said: not the type that a Response has by itself.
  response.headers.delete('content-type');
  for (const [name, values] of headers) for (const value of values) response.headers.append(name, value);
  return response;
}
