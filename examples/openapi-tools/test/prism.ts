import { getHttpOperationsFromSpec, type IHttpNameValue } from '@stoplight/prism-http';
import { createClientFromOperations } from '@stoplight/prism-http/dist/client.js';

/** An answer, and where it or its request breaks the document. */
export interface Answered {
  readonly status: number;
  readonly headers: IHttpNameValue;
  readonly body: unknown;
  readonly violations: readonly string[];
}

export interface Proxy {
  send(method: 'get' | 'post' | 'patch', path: string, body?: unknown, headers?: IHttpNameValue): Promise<Answered>;
}

/** Prism between a client and the service: it holds each request and each answer against a document. */
export async function proxyTo(baseUrl: string, token: string, document: object): Promise<Proxy> {
  const operations = await getHttpOperationsFromSpec({ ...document, servers: [{ url: baseUrl }] });
  const prism = createClientFromOperations(operations, {
    isProxy: true,
    upstream: new URL(baseUrl),
    upstreamProxy: undefined,
    baseUrl,
    mock: { dynamic: false },
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    errors: false,
  });
  return {
    send: async (method, path, body, headers = {}) => {
      const sent = { method, body, headers: { authorization: `Bearer ${token}`, ...headers } };
      const { status, headers: received = {}, data, violations } = await prism.request(path, sent);
      const told = [...violations.input, ...violations.output];
      return { status, headers: received, body: data, violations: told.map(({ message }) => message) };
    },
  };
}
