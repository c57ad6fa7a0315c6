import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Serves a page with a script to a browser, and takes what the script found out. */
export interface PageServer {
  readonly origin: string;
  /** What the script sent back. */
  readonly outcomes: Promise<unknown>;
  /** Sets the script. */
  serve(script: string): void;
  stop(): Promise<void>;
}

/** Starts a server of a page that runs one script. */
export async function pageServer(): Promise<PageServer> {
  let script = '';
  let take: (outcomes: unknown) => void = () => {};
  const outcomes = new Promise<unknown>((resolve) => (take = resolve));
  const server = createServer((request, response) => {
    if (request.url === '/script.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else if (request.url === '/') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<script type="module" src="/script.js"></script>');
    } else if (request.method === 'POST') {
      void text(request).then((body) => take(JSON.parse(body)));
      response.end();
    } else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    outcomes,
    serve: (text) => {
      script = text;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
