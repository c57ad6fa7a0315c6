import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import type { ReferenceServer } from '@resource-catalogue/reference-server';
import { Exchange, type RawRequest } from '../../src/target/exchange.js';
import { failure, type Transport, Wire } from '../../src/target/wire.js';

/** Milliseconds before a hanging request fails; long enough for a busy machine. */
export const timeout = 300_000;

/** Request targets that every HTTP parser leaves unchanged; only these may skip the network. */
const plainTarget = /^\/[\w/.~%&=:,;+[\]-]{0,4000}(?:\?[\w/.~%&=:,;+[\]-]{0,4000})?$/;
const plainValue = /^[\x21-\x7e](?:[\x20-\x7e]{0,2000}[\x21-\x7e])?$/;

/** Skips the network, the largest cost of a run, if the request has no body and no HTTP parser would change it. */
export class InProcessTransport implements Transport {
  private readonly wire: Wire;

  constructor(private readonly server: ReferenceServer) {
    this.wire = new Wire(new URL(server.url), timeout, 8);
  }

  async send(request: RawRequest): Promise<Exchange> {
    const { respond: spec } = this.server;
    const headers = plainHeaders(request);
    if (spec === null || headers === null) return this.wire.send(request);
    const { method, path: target } = request;
    // Yield to requests on the network, which would otherwise wait forever.
    await turn();
    const started = performance.now();
    const arrived = { method, target, headers, repeated: [], body: Buffer.alloc(0), client: '127.0.0.1' };
    const response = await spec(arrived).catch(() => {
      throw failure('cut', this.wire.origin.origin);
    });
    const bytes = method === 'HEAD' ? null : response.body;
    const fields = new Map(Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), [value]]));
    return new Exchange(request, response.status, fields, bytes ?? Buffer.alloc(0), performance.now() - started);
  }

  close(): void {
    this.wire.close();
  }
}

/** The headers as Node's parser would return them; null if the request must use the network. */
function plainHeaders({ method, path, headers, body }: RawRequest): IncomingHttpHeaders | null {
  if ((method !== 'GET' && method !== 'HEAD') || body !== undefined || !plainTarget.test(path)) return null;
  const plain: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' || !plainValue.test(value)) return null;
    plain[name.toLowerCase()] = value;
  }
  return plain;
}
