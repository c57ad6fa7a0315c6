import http from 'node:http';
import https from 'node:https';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Exchange, type RawRequest } from './exchange.js';
import { limitReached, TransportError, transportError } from './transport-error.js';

/** What the headers of an answer may take: links repeat a query, which may itself be long (LIST-4). */
const mostOfHeaders = 128 * 1024;

const repeatable: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** One connection pool to one origin: it sends requests exactly as they are said, and hides nothing of the answers. */
export class Wire {
  private readonly client: typeof http | typeof https;
  private readonly agent: http.Agent;

  constructor(
    readonly origin: URL,
    private readonly timeout: number,
    connections: number,
  ) {
    this.client = origin.protocol === 'https:' ? https : http;
    this.agent = new this.client.Agent({ keepAlive: true, maxSockets: connections });
  }

  /**
   * A server may close an idle connection at the moment in which a request comes: what may be repeated is repeated once,
   * and what may not goes through a connection of its own.
   */
  async send(request: RawRequest): Promise<Exchange> {
    try {
      return await this.sendOnce(request);
    } catch (error) {
      const again = error instanceof TransportError && error.fault === 'cut' && repeatable.has(request.method);
      if (!again) throw error;
      return this.sendOnce(request);
    }
  }

  private sendOnce(request: RawRequest): Promise<Exchange> {
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
      );
      const sent = this.client.request(this.origin, {
        method: request.method,
        path: request.path,
        headers,
        maxHeaderSize: mostOfHeaders,
        agent: repeatable.has(request.method) ? this.agent : false,
      });
      const give = (error: unknown): void => reject(transportError(error, this.origin.origin));
      const clock = setTimeout(() => {
        sent.destroy(limitReached('timeout', this.origin.origin, `${this.timeout} ms`));
      }, this.timeout);
      sent.on('error', (error) => {
        clearTimeout(clock);
        give(error);
      });
      sent.on('response', (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', give);
        answer.on('end', () => {
          clearTimeout(clock);
          const bytes = Buffer.concat(chunks);
          const fields = fieldsOf(answer.rawHeaders);
          const elapsed = performance.now() - started;
          resolve(new Exchange(request, answer.statusCode ?? 0, fields, bytes, decoded(bytes, fields), elapsed));
        });
      });
      sent.end(request.body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

function fieldsOf(raw: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const fields = new Map<string, string[]>();
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    fields.set(name, [...(fields.get(name) ?? []), raw[index + 1] ?? '']);
  }
  return fields;
}

function decoded(bytes: Buffer, fields: ReadonlyMap<string, readonly string[]>): string {
  try {
    switch ((fields.get('content-encoding')?.[0] ?? '').trim().toLowerCase()) {
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(bytes).toString();
      case 'br':
        return brotliDecompressSync(bytes).toString();
      default:
        return bytes.toString();
    }
  } catch {
    // A body that is not what its header says it is: whoever reads it as JSON will say so.
    return bytes.toString('latin1');
  }
}
