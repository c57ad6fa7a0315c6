import type { Behaviour } from './behaviour.js';
import { soundBehaviour } from './sound-behaviour.js';
import { makeDataset, type DatasetSize } from './dataset/dataset.js';
import type { Answer, Quota } from './http/exchange.js';
import { answered, type Arrived, listen, type Listening, serve } from './http/listener.js';
import { RateLimiter } from './http/rate-limiter.js';
import { newTokens, type TokenName } from './http/tokens.js';
import { Service } from './service.js';
import { Store } from './store.js';

export interface ServerOptions {
  readonly size: DatasetSize;
  /** The same seed gives the same data; 1 by default. */
  readonly seed?: number;
  /** The port to listen on; a free one by default. Port and seed determine the tokens. */
  readonly port?: number;
  /** Path of the server below its origin, such as `/catalogue`. */
  readonly basePath?: string;
  readonly behaviour?: Behaviour;
  /** The quota of the token `quota`. */
  readonly quota?: Quota;
  /** Maximum number of refused tokens per address and window (RATE-1). */
  readonly refusedQuota?: Quota;
  /** Origins whose scripts may read responses (HTTP-6). */
  readonly origins?: readonly string[];
}

export interface ReferenceServer {
  readonly url: string;
  readonly tokens: Readonly<Record<TokenName, string>>;
  /** Responds to a request without the network; null where the network would make a difference. */
  readonly answer: ((arrived: Arrived) => Promise<Answer>) | null;
  close(): Promise<void>;
}

export async function startReferenceServer(options: ServerOptions): Promise<ReferenceServer> {
  const { size, seed = 1, basePath = '', behaviour = soundBehaviour, origins = [] } = options;
  const { server, port } = await listen(options.port ?? 0, behaviour.maxHeaderBytes);
  const url = `http://127.0.0.1:${port}${basePath}`;
  const tokens = newTokens(seed * 65_536 + port, options.quota ?? { requests: 5, seconds: 3 });
  const checking = {
    behaviour,
    tokens: Object.values(tokens),
    limiter: new RateLimiter(),
    refusedQuota: options.refusedQuota ?? { requests: 1_000_000, seconds: 60 },
  };
  const service = new Service(new Store(makeDataset(size, seed)), checking, url);
  const listening: Listening = { behaviour, basePath, origins, answer: (request) => service.answer(request) };
  serve(server, listening);
  const isPlain =
    behaviour.transmit === soundBehaviour.transmit && behaviour.maxHeaderBytes === soundBehaviour.maxHeaderBytes;
  return {
    url,
    tokens: {
      ...{ full: tokens.full.text, second: tokens.second.text, limited: tokens.limited.text },
      ...{ writing: tokens.writing.text, revoked: tokens.revoked.text, expired: tokens.expired.text },
      quota: tokens.quota.text,
    },
    answer: isPlain ? async (arrived) => (await answered(arrived, listening)).answer : null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
