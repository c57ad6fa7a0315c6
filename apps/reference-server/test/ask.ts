import { isObject, type JsonObject, type JsonValue, objectIn } from '../src/json.js';
import type { ReferenceServer } from '../src/start.js';

interface Asking {
  readonly method?: string;
  /** The token, null for none; the server's own `full` one where nothing is said. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is text. */
  readonly body?: JsonValue;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export async function ask(server: ReferenceServer, path: string, asking: Asking = {}): Promise<Reply> {
  const { method = 'GET', token = server.tokens.full, headers = {}, body } = asking;
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

/** The JSON object of a reply; an empty one where there is none. */
export function jsonOf({ text }: Reply): JsonObject {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return isObject(value) ? value : {};
}

export const dataOf = (reply: Reply): JsonObject => objectIn(jsonOf(reply), 'data');

export const list = (server: ReferenceServer, collection: string, query = '', asking: Asking = {}): Promise<Reply> =>
  ask(server, `/api/v1/${collection}${query === '' ? '' : `?${query}`}`, asking);
