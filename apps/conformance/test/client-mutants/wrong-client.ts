import { type Client, type ClientOptions, createClient } from '@resource-catalogue/client';
import { isObject, type Json, type JsonObject, parseJson } from '../../src/json.js';
import type { ClientFactory } from '../../src/target/recorded-client.js';

type Send = (request: Request) => Promise<Response>;

/** A client between which and the network something goes wrong. */
export const onTheWay =
  (wrong: (request: Request, send: Send) => Promise<Response>): ClientFactory =>
  (options) => {
    const { fetch: send = fetch } = options;
    return createClient({ ...options, fetch: (input, init) => wrong(new Request(input, init), send) });
  };

/** A client that writes its queries in another way. */
export const inQuery = (change: (name: string, value: string) => readonly [string, string] | null): ClientFactory =>
  onTheWay((request, send) => {
    const url = new URL(request.url);
    const pairs = [...url.searchParams].flatMap(([name, value]) => [change(name, value) ?? []].filter(isPair));
    url.search = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
    return send(new Request(url, request));
  });

const isPair = (pair: readonly string[]): boolean => pair.length === 2;

export const inName = (part: string, other: string): ClientFactory =>
  inQuery((name, value) => [name.replace(part, other), value]);

export const inHeaders = (change: (headers: Headers) => void): ClientFactory =>
  onTheWay((request, send) => {
    change(request.headers);
    return send(request);
  });

export const withMethod = (method: string, other: string): ClientFactory =>
  onTheWay((request, send) => send(request.method === method ? new Request(request, { method: other }) : request));

/** A client that sends other bodies. */
export const inBody = (change: (body: JsonObject) => JsonObject): ClientFactory =>
  onTheWay(async (request, send) => {
    const body = parseJson(await request.clone().text());
    return send(isObject(body) ? new Request(request, { body: JSON.stringify(change(body)) }) : request);
  });

/** A client that reads other bodies than it is answered with. */
export const inAnswer = (change: (text: string) => string): ClientFactory =>
  onTheWay(async (request, send) => {
    const answer = await send(request);
    return new Response(change(await answer.text()), answer);
  });

/** A client that reads lists in another way. */
export const inList = (change: (list: { data: Json[]; meta: JsonObject }) => void): ClientFactory =>
  inAnswer((text) => {
    const body = parseJson(text);
    if (!isObject(body) || !Array.isArray(body['data']) || !isObject(body['meta'])) return text;
    change({ data: body['data'], meta: body['meta'] });
    return JSON.stringify(body);
  });

export const inAnswerHeaders = (change: (headers: Headers) => void): ClientFactory =>
  onTheWay(async (request, send) => {
    const answer = await send(request);
    change(answer.headers);
    return answer;
  });

/** A client whose operations are other ones. */
export const inCalls =
  (change: (client: Client) => Partial<Client>): ClientFactory =>
  (options: ClientOptions) => {
    const client = createClient(options);
    return { ...client, ...change(client) };
  };

export const withoutNulls = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

/** Keeps the first answer to each request: a client with a cache that it never asks about. */
export function stale(options: ClientOptions): Client {
  const kept = new Map<string, Response>();
  return onTheWay(async (request, send) => {
    const known = request.method === 'GET' ? kept.get(request.url) : undefined;
    const answer = known ?? (await send(request));
    kept.set(request.url, answer);
    return answer.clone();
  })(options);
}
