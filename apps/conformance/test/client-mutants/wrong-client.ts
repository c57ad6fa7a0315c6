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

/** Sends a parameter of lists as another one, or not at all. */
const inQuery = (change: (name: string, value: string) => readonly [name: string, value: string] | null) =>
  onTheWay((request, send) => {
    const url = new URL(request.url);
    const pairs = [...url.searchParams].flatMap(([name, value]) => {
      const changed = change(name, value);
      return changed ? [changed.map(encodeURIComponent).join('=')] : [];
    });
    url.search = pairs.join('&');
    return send(new Request(url, request));
  });

export const without = (start: string): ClientFactory =>
  inQuery((name, value) => (name.startsWith(start) ? null : [name, value]));

export const withName = (part: string, other: string): ClientFactory =>
  inQuery((name, value) => [name.replace(part, other), value]);

/** Sends other values of the parameters whose names begin so. */
export const withValue = (start: string, change: (value: string) => string): ClientFactory =>
  inQuery((name, value) => [name, name.startsWith(start) ? change(value) : value]);

/** Sends another value of a header, if the client sends one, or none. */
export const withHeader = (name: string, value: () => string | null): ClientFactory =>
  onTheWay((request, send) => {
    const other = value();
    if (other === null) request.headers.delete(name);
    else if (request.headers.has(name)) request.headers.set(name, other);
    return send(request);
  });

export const withMethod = (method: string, other: string): ClientFactory =>
  onTheWay((request, send) => send(request.method === method ? new Request(request, { method: other }) : request));

export const withBody = (change: (body: JsonObject) => JsonObject): ClientFactory =>
  onTheWay(async (request, send) => {
    const body = parseJson(await request.clone().text());
    return send(isObject(body) ? new Request(request, { body: JSON.stringify(change(body)) }) : request);
  });

/** Reads another body than it is answered with. */
export const readingText = (change: (text: string) => string): ClientFactory =>
  onTheWay(async (request, send) => {
    const answer = await send(request);
    return new Response(change(await answer.text()), answer);
  });

export const readingList = (change: (data: Json[], meta: JsonObject) => void): ClientFactory =>
  readingText((text) => {
    const body = parseJson(text);
    if (!isObject(body) || !Array.isArray(body['data']) || !isObject(body['meta'])) return text;
    change(body['data'], body['meta']);
    return JSON.stringify(body);
  });

export const readingNo = (header: string): ClientFactory =>
  onTheWay(async (request, send) => {
    const answer = await send(request);
    answer.headers.delete(header);
    return answer;
  });

type Machines = Client['machines'];

/** Has other operations on machines. */
export const onMachines =
  (change: (machines: Machines) => Partial<Machines>): ClientFactory =>
  (options: ClientOptions) => {
    const client = createClient(options);
    return { ...client, machines: { ...client.machines, ...change(client.machines) } };
  };

type Call = ReturnType<Machines['list']>;

/** Its lists of machines have another method. */
export const withCall = (method: (call: Call) => Partial<Call>): ClientFactory =>
  onMachines((machines) => ({
    list: (params, options) => {
      const call = machines.list(params, options);
      return Object.assign(call, method(machines.list(params, options)));
    },
  }));

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
