import { isNativeError } from 'node:util/types';
import { type Client, type ClientOptions, createClient, isCatalogueError } from '@resource-catalogue/client';
import type { RequestSpec, Exchange } from './exchange.js';
import type { Target } from './target.js';

/** Creates a client library: `createClient`, or in tests of the suite a broken one. */
export type ClientFactory = (options: ClientOptions) => Client;

export interface ClientCall<Result> {
  readonly exchanges: readonly Exchange[];
  readonly result: Result | null;
  /** The error that the client threw: a problem of the API, or a TypeError for an invalid request. */
  readonly error: Error | null;
}

interface Recording {
  readonly exchanges: Exchange[];
  /** The reason why a request got no response; the run handles it, regardless of the client. */
  failure: Error | null;
}

/** Longer than any run: the target limits the duration of requests. */
const noLimit = 24 * 3600 * 1000;

const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/** A client library whose requests are sent by `send`; records the exchanges of each call, one call at a time. */
export class RecordedClient {
  private readonly client: Client;
  private recording: Recording = { exchanges: [], failure: null };

  constructor(
    private readonly target: Target,
    private readonly send: (spec: RequestSpec) => Promise<Exchange>,
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

  async call<Result>(work: (client: Client) => PromiseLike<Result>): Promise<ClientCall<Result>> {
    const recording: Recording = { exchanges: [], failure: null };
    this.recording = recording;
    const { exchanges } = recording;
    try {
      return { exchanges, result: await work(this.client), error: null };
    } catch (error) {
      if (recording.failure !== null) throw recording.failure;
      if (isCatalogueError(error) || error instanceof TypeError) return { exchanges, result: null, error };
      throw error;
    }
  }

  private async fetch(request: Request): Promise<Response> {
    const { recording } = this;
    const spec = await this.toRequestSpec(request);
    try {
      const exchange = await this.send(spec);
      recording.exchanges.push(exchange);
      return toResponse(exchange);
    } catch (error) {
      if (isNativeError(error)) recording.failure = error;
      throw error;
    }
  }

  /** Converts a request for the target, which adds only the first token itself. */
  private async toRequestSpec(request: Request): Promise<RequestSpec> {
    const { prefix, token } = this.target;
    if (!request.url.startsWith(`${prefix}/`))
      throw new Error(`The client sent a request to ${new URL(request.url).origin} instead of ${prefix}.`);
    const { authorization = null, ...headers } = Object.fromEntries(request.headers);
    const [, own = null] = /^Bearer (.*)$/.exec(authorization ?? '') ?? [];
    const body = await request.text();
    return {
      method: request.method,
      path: request.url.slice(prefix.length),
      headers,
      ...(own !== token && { token: own }),
      ...(body !== '' && { body }),
    };
  }
}

function toResponse({ status, text, headers }: Exchange): Response {
  const fields = [...headers].flatMap(([name, values]) => values.map((value): [string, string] => [name, value]));
  // To a text, a Response would add a type.
  return new Response(withoutBody.has(status) ? null : Buffer.from(text), { status, headers: fields });
}
