import {
  Agent,
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Passes each request to the next ready instance, like a load balancer with frequent health checks, without retries.
 * If none is ready it uses all of them: an instance that is not ready may still respond.
 */
export class Proxy {
  readonly server: Server = createServer((request, response) => this.pass(request, response));
  private readonly agent = new Agent({ keepAlive: true });
  private ready: readonly string[] = [];
  private turn = 0;
  private open = true;

  constructor(readonly instances: Set<string>) {
    // A request sent on a connection that the proxy is closing fails, which is not the instances' fault.
    this.server.keepAliveTimeout = 0;
  }

  async watch(): Promise<void> {
    while (this.open) {
      const checks = [...this.instances].map(async (url) => ((await this.isReady(url)) ? [url] : []));
      this.ready = (await Promise.all(checks)).flat();
      await sleep(20);
    }
  }

  close(): void {
    this.open = false;
    this.agent.destroy();
    this.server.close();
    this.server.closeAllConnections();
  }

  private isReady(url: string): Promise<boolean> {
    return fetch(`${url}/health/ready`).then(
      (response) => response.arrayBuffer().then(() => response.ok),
      () => false,
    );
  }

  private pass(request: IncomingMessage, response: ServerResponse): void {
    const targets = this.ready.length > 0 ? this.ready : [...this.instances];
    const target = targets[(this.turn += 1) % targets.length];
    if (target === undefined) return void response.writeHead(502).end();
    // Raw headers, because the proxy must not judge repeated ones.
    const { method, rawHeaders: headers, url = '' } = request;
    const passed = httpRequest(target + url, { agent: this.agent, method, headers }, (received) => {
      const { connection: _, ...rest } = received.headers;
      response.writeHead(received.statusCode ?? 502, rest);
      received.pipe(response);
    });
    passed.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    request.pipe(passed);
  }
}
