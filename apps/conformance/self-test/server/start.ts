import { type Behaviour, soundBehaviour } from './behaviour.js';
import type { Answer, Quota } from './http/exchange.js';
import { Limiter } from './http/limiter.js';
import { answered, type Arrived, type Listening, listener, listening } from './http/listener.js';
import { newTokens, type TokenName } from './http/tokens.js';
import { Service } from './service.js';
import { Store } from './store.js';
import type { WorldKind } from './world/size.js';
import { worldOf } from './world/world.js';

export interface ServerOptions {
  readonly world: WorldKind;
  readonly seed?: number;
  /** Where the server lies below its origin, such as `/catalogue`. */
  readonly basePath?: string;
  readonly behaviour?: Behaviour;
  /** The quota of the token `quota`. */
  readonly quota?: Quota;
  /** How many refused tokens an address may send (RATE-1). */
  readonly refusedQuota?: Quota;
  /** The origins that the operator has named (HTTP-6). */
  readonly origins?: readonly string[];
}

export interface SelfTestServer {
  /** The base URL, without a slash at the end. */
  readonly url: string;
  readonly tokens: Readonly<Record<TokenName, string>>;
  /** Answers a request of this process without the network in between; null where the network would tell a difference. */
  readonly answer: ((arrived: Arrived) => Promise<Answer>) | null;
  close(): Promise<void>;
}

/** Starts a server of the interface on a free port of this machine. */
export async function startServer(options: ServerOptions): Promise<SelfTestServer> {
  const { world, seed = 1, basePath = '', behaviour = soundBehaviour, origins = [] } = options;
  let ready: Listening | null = null;
  const server = listener(behaviour.mostHeaderBytes, () => {
    if (ready === null) throw new Error('A request came before the server was ready.');
    return ready;
  });
  const port = await listening(server);
  const tokens = newTokens(seed * 65_536 + port, options.quota ?? { requests: 5, seconds: 3 });
  const url = `http://127.0.0.1:${port}${basePath}`;
  const gate = {
    behaviour,
    tokens: Object.values(tokens),
    limiter: new Limiter(),
    refusedQuota: options.refusedQuota ?? { requests: 1_000_000, seconds: 60 },
  };
  const service = new Service(new Store(worldOf(world, seed)), gate, url);
  const open: Listening = { behaviour, basePath, origins, answer: (request) => service.answer(request) };
  ready = open;
  const isPlain =
    behaviour.transmit === soundBehaviour.transmit && behaviour.mostHeaderBytes === soundBehaviour.mostHeaderBytes;
  const textOf = (name: TokenName): string => tokens[name].text;
  return {
    url,
    tokens: {
      full: textOf('full'),
      second: textOf('second'),
      limited: textOf('limited'),
      revoked: textOf('revoked'),
      expired: textOf('expired'),
      quota: textOf('quota'),
    },
    answer: isPlain ? async (arrived) => (await answered(arrived, open)).answer : null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
