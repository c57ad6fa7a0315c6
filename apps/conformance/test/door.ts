import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Returns true to handle a request instead of the server: with a response, or with none. */
export type Fault = (asked: IncomingMessage, answer: ServerResponse) => boolean | Promise<boolean>;

/** A proxy that can be shut, reopened on the same port, and given faults. */
export class Door {
  private server: Server | null = null;
  private port = 0;
  fault: Fault = () => false;

  constructor(private readonly inner: string) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async open(): Promise<this> {
    this.server = createServer((asked, answer) => void this.pass(asked, answer));
    await once(this.server.listen(this.port, '127.0.0.1'), 'listening');
    this.port = (this.server.address() as AddressInfo).port;
    return this;
  }

  private async pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (await this.fault(asked, answer)) return;
    const { method, url: target = '', headers } = asked;
    const passed = request(`${this.inner}${target}`, { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 500, given.headers);
      given.pipe(answer);
    });
    asked.pipe(passed.on('error', () => answer.destroy()));
  }

  /** Cuts all connections and refuses new ones. */
  async shut(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server === null) return;
    const closed = once(server, 'close');
    server.close().closeAllConnections();
    await closed;
  }
}
