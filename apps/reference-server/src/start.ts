import { maximumHeadBytes } from '@resource-catalogue/contracts';
import { makeDataset, type DatasetSize } from './dataset/dataset.js';
import type { ResponseData, Quota } from './http/exchange.js';
import { respondOverHttp, type ReceivedRequest, listen, readRequest, send, serve } from './http/listener.js';
import { ampleQuota, makeRateLimiter, newTokens } from './http/tokens.js';
import { readPage } from './list.js';
import type { Parts, Setting, Wraps } from './parts.js';
import { makeStore } from './store.js';
import { readListQuery } from './query/read-list-query.js';
import { Service } from './service.js';
import { bodyReader } from './write/read-body.js';

export interface ServerOptions {
  readonly size: DatasetSize;
  /** The same seed gives the same data; 1 by default. */
  readonly seed?: number;
  /** The port to listen on; a free one by default. Port and seed determine the tokens. */
  readonly port?: number;
  /** Path of the server below its origin, such as `/catalogue`. */
  readonly basePath?: string;
  /** Parts to wrap, for a server with faults. */
  readonly wraps?: Wraps;
  /** Maximum size of the request line and headers (RATE-3). */
  readonly maxHeaderBytes?: number;
  /** The quota of the token `quota`. */
  readonly quota?: Quota;
  /** Maximum number of rejected tokens per address and window (RATE-1). */
  readonly rejectedQuota?: Quota;
  /** Origins whose scripts may read responses (HTTP-6). */
  readonly origins?: readonly string[];
}

export interface ReferenceServer extends Pick<Setting, 'url' | 'tokens'> {
  /** Responds to a request without the network. */
  readonly respond: (arrived: ReceivedRequest) => Promise<ResponseData>;
  close(): Promise<void>;
}

export async function startReferenceServer(options: ServerOptions): Promise<ReferenceServer> {
  const { size, seed = 1, basePath = '', origins = [], wraps = {}, maxHeaderBytes = maximumHeadBytes } = options;
  const { server, port } = await listen(options.port ?? 0, maxHeaderBytes);
  const url = `http://127.0.0.1:${port}${basePath}`;
  const tokens = newTokens(seed * 65_536 + port);
  const setting: Setting = { dataset: makeDataset(size, seed), tokens, url };
  const wrapped = <Name extends keyof Parts>(name: Name, sound: Parts[Name]): Parts[Name] =>
    wraps[name]?.(sound, setting) ?? sound;
  const store = wrapped('store', makeStore(setting.dataset));
  const inner = {
    store,
    readQuery: wrapped('readQuery', readListQuery),
    readPage: wrapped('readPage', readPage),
    readBody: wrapped('readBody', bodyReader(store)),
    takeQuota: wrapped('takeQuota', makeRateLimiter()),
  };
  const { quota = { requests: 5, seconds: 3 }, rejectedQuota = ampleQuota } = options;
  const service = new Service(inner, { tokens, smallQuota: quota, rejectedQuota }, url);
  const respond = wrapped('respond', (request) => service.respond(request));
  const listening = { basePath, origins, respond, send: wrapped('send', send) };
  serve(server, listening);
  return {
    url,
    tokens,
    respond: (arrived) => respondOverHttp(readRequest(arrived, listening), listening),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
