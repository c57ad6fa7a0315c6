import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Returns true to handle a request instead of the server: with a response, or with none. */
export type Fault = (incoming: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

/** A proxy that can be shut, reopened on the same port, and given faults. */
export class FaultyProxy {
  private server: Server | null = null;
  private port = 0;
  fault: Fault = () => false;

  constructor(private readonly inner: string) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async open(): Promise<this> {
    this.server = createServer((incoming, response) => void this.pass(incoming, response));
    await once(this.server.listen(this.port, '127.0.0.1'), 'listening');
    this.port = (this.server.address() as AddressInfo).port;
    return this;
  }

  private async pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await this.fault(incoming, response)) return;
    const { method, url: target = '', headers } = incoming;
    const passed = request(`${this.inner}${target}`, { method, headers }, (received) => {
      response.writeHead(received.statusCode ?? 500, received.headers);
      received.pipe(response);
    });
    incoming.pipe(passed.on('error', () => response.destroy()));
  }

  /** Cuts all connections and stops listening. */
  async shut(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server === null) return;
    const closed = once(server, 'close');
    server.close().closeAllConnections();
    await closed;
  }
}
