import http from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { Exchange, type RawRequest } from './exchange.js';

type TransportFailure = 'unreachable' | 'timeout' | 'cut' | 'not-http' | 'tls' | 'closed';

/** A request without a response: not a violation, but reported to the user. */
export class TransportError extends Error {
  override readonly name = 'TransportError';

  constructor(
    readonly kind: TransportFailure,
    message: string,
    /** The request that received no response; null if nothing was sent. */
    readonly request: RawRequest | null = null,
  ) {
    super(message);
  }
}

/** The failures by the codes of Node's errors; with any other, the connection was cut. */
const codes: readonly (readonly [TransportFailure, RegExp])[] = [
  ['unreachable', /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/],
  ['timeout', /^ETIMEDOUT$/],
  ['not-http', /^HPE_/],
  ['tls', /CERT|SSL|TLS/],
];

const sentences: Readonly<Record<TransportFailure, string>> = {
  unreachable: 'cannot be reached',
  timeout: 'does not respond in time',
  cut: 'cut the connection before its response was complete',
  'not-http': 'does not speak HTTP',
  tls: 'has a certificate that is not trusted',
  closed: 'receives no more requests: the run has ended',
};

function transportError(error: unknown, request: RawRequest, origin: string): TransportError {
  if (error instanceof TransportError) return new TransportError(error.kind, error.message, request);
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const kind = codes.find(([, form]) => form.test(code))?.[0] ?? 'cut';
  return new TransportError(kind, failure(kind, origin, code).message, request);
}

export function failure(kind: TransportFailure, origin: string, detail = ''): TransportError {
  return new TransportError(kind, `${origin} ${sentences[kind]}${detail === '' ? '' : ` (${detail})`}.`);
}

/** The maximum size of response headers; links repeat a query, which may be long (LIST-4). */
const maxHeaderBytes = 128 * 1024;

const repeatable: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Sends requests exactly as described and returns the unmodified responses. */
export interface Transport {
  /** Waits `patience` times the usual timeout; throws a TransportError with the request. */
  send(request: RawRequest, patience?: number): Promise<Exchange>;
  close(): void;
}

export class Wire implements Transport {
  private readonly client: typeof http | typeof https;
  private readonly agent: http.Agent;
  private readonly open = new Set<http.ClientRequest>();
  private closed = false;

  constructor(
    readonly origin: URL,
    private readonly timeout: number,
    connections: number,
  ) {
    this.client = origin.protocol === 'https:' ? https : http;
    this.agent = new this.client.Agent({ keepAlive: true, maxSockets: connections });
  }

  /**
   * A server may close an idle connection just when a request arrives. Repeatable requests are therefore retried once,
   * on a new connection because other pooled ones may be as old; all other requests always use a new connection.
   */
  async send(request: RawRequest, patience = 1): Promise<Exchange> {
    const timeout = this.timeout * patience;
    try {
      return await this.sendOnce(request, timeout, repeatable.has(request.method));
    } catch (error) {
      const again = error instanceof TransportError && error.kind === 'cut' && repeatable.has(request.method);
      if (!again || this.closed) throw error;
      return this.sendOnce(request, timeout, false);
    }
  }

  private async sendOnce(request: RawRequest, timeout: number, pooled: boolean): Promise<Exchange> {
    const started = performance.now();
    const headers = Object.entries(request.headers);
    const late = AbortSignal.timeout(timeout);
    const sent = this.client.request(this.origin, {
      method: request.method,
      path: request.path,
      setHost: !headers.some(([name]) => name.toLowerCase() === 'host'),
      maxHeaderSize: maxHeaderBytes,
      agent: pooled ? this.agent : false,
      signal: late,
    });
    // Set one by one, because Node rejects a list with two Host headers.
    for (const [name, value] of headers) sent.setHeader(name, typeof value === 'string' ? value : [...value]);
    this.open.add(sent);
    try {
      const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
        sent.on('response', resolve).on('error', reject).end(request.body);
      });
      const bytes = await buffer(response);
      const elapsed = performance.now() - started;
      const fields = new Map(Object.entries(response.headersDistinct).map(([name, values = []]) => [name, values]));
      return new Exchange(request, response.statusCode ?? 0, fields, bytes, elapsed);
    } catch (error) {
      const { origin } = this.origin;
      throw transportError(late.aborted ? failure('timeout', origin, `${timeout} ms`) : error, request, origin);
    } finally {
      this.open.delete(sent);
    }
  }

  /** Also aborts requests in flight that do not use the pool. */
  close(): void {
    this.closed = true;
    for (const sent of this.open) sent.destroy();
    this.agent.destroy();
  }
}
