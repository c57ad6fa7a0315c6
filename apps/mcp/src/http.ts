import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { parseUrl } from '@resource-catalogue/contracts';
import { createMcpServer } from './server.js';

/** Creates an HTTP server for MCP without sessions: each request has its own MCP server, with the token that it sends. */
export function createHttpServer(baseUrl: string, hosts: readonly string[]): Server {
  const respond: RequestListener = (request, response) => {
    const [status, message] = findError(request, hosts) ?? [];
    if (status !== undefined) {
      const error = { jsonrpc: '2.0', error: { code: -32_000, message }, id: null };
      response.writeHead(status, { 'content-type': 'application/json', allow: 'POST', 'www-authenticate': 'Bearer' });
      return void response.end(JSON.stringify(error));
    }
    const server = createMcpServer(baseUrl, request.headers.authorization ?? '');
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true, maxRequestBodySize: 65_536 });
    response.on('close', () => void server.close());
    server
      .connect(transport)
      .then(() => transport.handleRequest(request, response))
      .catch(() => response.destroy());
  };
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, respond);
  server.maxConnections = 100;
  return server;
}

/**
 * The error for pages that reach this server by another name (DNS rebinding), pages of other origins, and requests
 * without a token.
 */
function findError({ headers, method }: IncomingMessage, hosts: readonly string[]): [number, string] | undefined {
  const isKnown = (url: string) => hosts.includes(parseUrl(url)?.hostname ?? '');
  if (!isKnown(`http://${headers.host}`)) return [403, 'Unknown Host: allow it with --allow-host.'];
  if (headers.origin !== undefined && !isKnown(headers.origin)) return [403, 'Unknown Origin.'];
  if (method !== 'POST') return [405, 'Only POST: this server has no sessions.'];
  if (/^Bearer +[\w.~+/=-]+$/i.test(headers.authorization ?? '')) return undefined;
  return [401, 'Send an access token of the catalogue in the header Authorization: Bearer TOKEN.'];
}
