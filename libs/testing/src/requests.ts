import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A complete response, as received. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly text: string;
  json(): unknown;
}

export interface RequestOptions {
  readonly method?: string;
  /** False sends no Authorization header; a string sends that token. */
  readonly token?: string | false;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A listening service, by its URL. */
export interface Client {
  readonly url: string;
  readonly port: number;
  request(path: string, options?: RequestOptions): Promise<HttpResponse>;
  close(): Promise<void>;
}

/** Sends requests on persistent connections, with this token unless a request specifies another. */
export function makeClient(url: string, token: string): Client {
  const agent = new Agent({ keepAlive: true });
  return {
    url,
    port: Number(new URL(url).port),
    request: (path, options = {}) => send(agent, url, path, { token, ...options }),
    close: () => Promise.resolve(agent.destroy()),
  };
}

async function send(
  agent: Agent,
  url: string,
  path: string,
  { method = 'GET', token, headers, body }: RequestOptions,
): Promise<HttpResponse> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const authorization = typeof token === 'string' ? { authorization: `Bearer ${token}` } : {};
    const request = httpRequest(url, { agent, path, method, headers: { ...authorization, ...headers } });
    request.on('response', resolve).on('error', reject).end(body);
  });
  const whole = await buffer(response);
  const text = whole.toString();
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: whole,
    text,
    json: (): unknown => JSON.parse(text),
  };
}
