import { request as sendRequest } from 'node:http';
import { isList, isObject, type JsonObject, type JsonValue, objectIn, textOf } from '../src/json.js';
import type { ReferenceServer } from '../src/start.js';

export interface Asking {
  readonly method?: string;
  /** The token, null for none; the server's own `full` one where nothing is said. */
  readonly token?: string | null;
  /** A header with several values is sent as often. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Sent as JSON unless it is text. */
  readonly body?: JsonValue;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly text: string;
}

/** What is sent in chunks has no length. */
const lengthOf = (content: string, headers: object): Record<string, string> =>
  'transfer-encoding' in headers ? {} : { 'content-length': String(Buffer.byteLength(content)) };

/** Sends one request, exactly as it is said, and reads its answer as it comes. */
export function ask(server: ReferenceServer, path: string, asking: Asking = {}): Promise<Reply> {
  const { method = 'GET', token = server.tokens.full, headers = {}, body } = asking;
  const content = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const base = new URL(server.url);
  const options = {
    host: base.hostname,
    port: base.port,
    path: `${base.pathname.replace(/\/$/, '')}${path}`,
    method,
    agent: false,
    setHost: !('host' in headers),
  };
  const all = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(content === undefined ? {} : { 'content-type': 'application/json', ...lengthOf(content, headers) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const request = sendRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const whole = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
          body: whole,
          text: whole.toString(),
        });
      });
    });
    request.on('error', reject);
    // One by one, since Node takes no list of them that has two Hosts.
    for (const [name, value] of Object.entries(all))
      request.setHeader(name, typeof value === 'string' ? value : [...value]);
    request.end(content);
  });
}

/** The JSON object of a reply; an empty one where there is none. */
export function jsonOf({ text }: Reply): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

export const dataOf = (reply: Reply): JsonObject => objectIn(jsonOf(reply), 'data');

export function rowsOf(reply: Reply): readonly JsonObject[] {
  const { data } = jsonOf(reply);
  return isList(data) ? data.filter(isObject) : [];
}

export const list = (server: ReferenceServer, collection: string, query = '', asking: Asking = {}): Promise<Reply> =>
  ask(server, `/api/v1/${collection}${query === '' ? '' : `?${query}`}`, asking);

/** The rows of one page. */
export const rows = async (server: ReferenceServer, collection: string, query = ''): Promise<readonly JsonObject[]> =>
  rowsOf(await list(server, collection, query));

/** All rows of a list, page by page; at most a few hundred pages. */
export async function walk(server: ReferenceServer, collection: string, query = 'limit=200'): Promise<JsonObject[]> {
  const met: JsonObject[] = [];
  let cursor: JsonValue | undefined = null;
  for (let page = 0; page < 400; page += 1) {
    const reply: Reply = await list(server, collection, cursor === null ? query : `${query}&cursor=${String(cursor)}`);
    met.push(...rowsOf(reply));
    cursor = objectIn(jsonOf(reply), 'meta')['next'];
    if (typeof cursor !== 'string') return met;
  }
  return met;
}

export const idsOf = (rows: readonly JsonObject[]): string[] => rows.map(({ id }) => textOf(id));
