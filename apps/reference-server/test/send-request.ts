import { isObject, type JsonObject, type JsonValue, objectIn } from '../src/json.js';
import type { ReferenceServer } from '../src/start.js';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Sends a request with the token `full`; a body other than text is sent as JSON. */
export async function sendRequest(
  { url, tokens }: ReferenceServer,
  path: string,
  { headers = {}, body, ...init }: { method?: string; headers?: Record<string, string>; body?: JsonValue } = {},
): Promise<Reply> {
  const response = await fetch(`${url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${tokens.full}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

/** The JSON object of a response; empty if it has none. */
export function parseJson({ text }: Reply): JsonObject {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return isObject(value) ? value : {};
}

export const parseData = (reply: Reply): JsonObject => objectIn(parseJson(reply), 'data');
