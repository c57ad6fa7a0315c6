import { type Client, createClient } from '@resource-catalogue/client';
import { isObject, type Json, type JsonObject, parseJson, toText } from '../../src/json.js';
import type { ClientFactory } from '../../src/target/recorded-client.js';

type Send = (request: Request) => Promise<Response>;

/** A client with a faulty `fetch`. */
const withFetch =
  (wrong: (request: Request, send: Send) => Promise<Response>): ClientFactory =>
  (options) => {
    const { fetch: send = fetch } = options;
    return createClient({ ...options, fetch: (input, init) => wrong(new Request(input, init), send) });
  };

/** Changes or drops query parameters. */
const inQuery = (change: (name: string, value: string) => readonly [name: string, value: string] | null) =>
  withFetch((request, send) => {
    const url = new URL(request.url);
    const pairs = [...url.searchParams].flatMap(([name, value]) => {
      const changed = change(name, value);
      return changed ? [changed.map(encodeURIComponent).join('=')] : [];
    });
    url.search = pairs.join('&');
    return send(new Request(url, request));
  });

const without = (start: string): ClientFactory =>
  inQuery((name, value) => (name.startsWith(start) ? null : [name, value]));

const withName = (part: string, other: string): ClientFactory =>
  inQuery((name, value) => [name.replace(part, other), value]);

/** Changes the values of parameters whose names start with `start`. */
const withValue = (start: string, change: (value: string) => string): ClientFactory =>
  inQuery((name, value) => [name, name.startsWith(start) ? change(value) : value]);

/** Changes a header that the client sends; null removes it. */
const withHeader = (name: string, value: () => string | null): ClientFactory =>
  withFetch((request, send) => {
    const other = value();
    if (other === null) request.headers.delete(name);
    else if (request.headers.has(name)) request.headers.set(name, other);
    return send(request);
  });

const withMethod = (method: string, other: string): ClientFactory =>
  withFetch((request, send) => send(request.method === method ? new Request(request, { method: other }) : request));

const withBody = (change: (body: JsonObject) => JsonObject): ClientFactory =>
  withFetch(async (request, send) => {
    const body = parseJson(await request.clone().text());
    return send(isObject(body) ? new Request(request, { body: JSON.stringify(change(body)) }) : request);
  });

/** Changes the text of responses. */
const readingText = (change: (text: string) => string): ClientFactory =>
  withFetch(async (request, send) => {
    const response = await send(request);
    return new Response(change(await response.text()), response);
  });

const readingList = (change: (data: Json[], meta: JsonObject) => void): ClientFactory =>
  readingText((text) => {
    const body = parseJson(text);
    if (!isObject(body) || !Array.isArray(body['data']) || !isObject(body['meta'])) return text;
    change(body['data'], body['meta']);
    return JSON.stringify(body);
  });

const readingNo = (header: string): ClientFactory =>
  withFetch(async (request, send) => {
    const response = await send(request);
    response.headers.delete(header);
    return response;
  });

type Machines = Client['machines'];

/** Replaces operations on machines. */
const onMachines =
  (change: (machines: Machines) => Partial<Machines>): ClientFactory =>
  (options) => {
    const client = createClient(options);
    return { ...client, machines: { ...client.machines, ...change(client.machines) } };
  };

type Call = ReturnType<Machines['list']>;

/** Replaces a method of lists of machines. */
const withCall = (method: (call: Call) => Partial<Call>): ClientFactory =>
  onMachines((machines) => ({
    list: (params, options) => {
      const call = machines.list(params, options);
      return Object.assign(call, method(machines.list(params, options)));
    },
  }));

/** Reuses the first response to each GET, like a cache that is never revalidated. */
const stale: ClientFactory = (options) => {
  const kept = new Map<string, Response>();
  return withFetch(async (request, send) => {
    const known = request.method === 'GET' ? kept.get(request.url) : undefined;
    const response = known ?? (await send(request));
    kept.set(request.url, response);
    return response.clone();
  })(options);
};

/** Client libraries with one fault each, by the check and subject that detect it. */
const mutants: Readonly<Record<string, Readonly<Record<string, ClientFactory>>>> = {
  'in-and-not-in-are-sound-and-complete bookings': {
    'drops-the-filters': without('filters'),
    'sends-eq-for-in': withName('[in]', '[eq]'),
    'sends-not-in-for-in': withName('[in]', '[not_in]'),
    'sends-in-for-not-in': withName('[not_in]', '[in]'),
    'sends-the-first-of-a-set': withValue('', (value) => value.replace(/,.*/, '')),
  },
  'in-and-not-in-are-sound-and-complete machines': {
    'inverts-flags': withValue('', (value) => (value === 'true' ? 'false' : value)),
  },
  'ranges-are-sound-and-complete bookings': {
    'sends-lte-for-lt': withName('[lt]', '[lte]'),
    'sends-gt-for-gte': withName('[gte]', '[gt]'),
    'sends-times-in-seconds': withValue('', (value) => value.replace(/\.\d{3}Z$/, 'Z')),
  },
  'every-sort-orders-the-rows machines': {
    'forgets-the-sort': without('sort'),
    'reverses-the-sort': withValue('sort', (value) => `-${value}`),
  },
  'paging-returns-every-row-once machines': {
    'forgets-the-limit': without('limit'),
    'requests-ten-times-the-limit': withValue('limit', (value) => `${value}0`),
    'forgets-the-cursor': without('cursor'),
    'sends-every-request-twice': withFetch(async (request, send) => {
      await send(request.clone());
      return send(request);
    }),
    'loses-the-last-row': readingList((data) => void data.pop()),
    'reverses-pages': readingList((data) => void data.reverse()),
    'stops-after-one-page': readingList((_, meta) => void (meta['next'] = null)),
  },
  'all-pages-but-the-last-are-full machines': {
    'reads-the-limit-as-the-number-of-rows': readingList((data, meta) => void (meta['limit'] = data.length)),
  },
  'get-returns-the-row-of-the-list bookings': {
    'forgets-the-token': withHeader('authorization', () => null),
    'omits-accept': withHeader('accept', () => null),
    'omits-nulls-of-rows': readingText((text) => text.replace(/"\w+":null,/, '')),
    'rounds-times-to-seconds': readingText((text) => text.replace(/\.\d{3}Z"/g, '.000Z"')),
    'ignores-the-request-id': readingNo('x-request-id'),
  },
  'markdown-is-rendered server': {
    'forgets-the-idempotency-key': withHeader('idempotency-key', () => null),
    'trims-texts': withBody((body) => ({ ...body, name: toText(body['name']).slice(0, 5) })),
    'omits-nulls': withBody((body) => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))),
  },
  'patch-without-change-keeps-the-etag server': {
    'sends-patches-as-json': withHeader('content-type', () => 'application/json'),
    'posts-instead-of-patching': withMethod('PATCH', 'POST'),
    'ignores-the-etag-of-responses': readingNo('etag'),
  },
  'concurrent-patches-of-different-fields server': {
    'returns-stale-responses': stale,
  },
  'client-writes-match-raw-requests server': {
    'replaces-the-idempotency-key': withHeader('idempotency-key', () => crypto.randomUUID()),
    'forgets-the-etag-it-read': withHeader('if-match', () => null),
    'matches-any-etag': withHeader('if-match', () => '*'),
    'treats-replays-as-new': readingNo('idempotency-replayed'),
  },
  'client-lists-match-raw-requests machines': {
    'skips-the-last-page': withCall((call) => ({
      pages: async function* () {
        for await (const page of call.pages()) if (page.nextCursor !== null) yield page;
      },
    })),
    'returns-the-second-row-as-first': withCall((call) => ({ first: async () => (await call).data[1] })),
    'reads-only-one-page': withCall((call) => ({ toArray: async () => [...(await call).data] })),
    'drops-one-of-many-ids': onMachines(({ getMany }) => ({
      getMany: (ids, options) => getMany([...ids].slice(1), options),
    })),
    'misses-the-latest-changes': onMachines(({ changesSince }) => ({
      changesSince: (instant, options) => changesSince(instant, { ...options, overlapMs: -1 }),
    })),
  },
};

export const clientMutants = Object.entries(mutants).flatMap(([killer, factories]) => {
  const [check = '', subject = ''] = killer.split(' ');
  return Object.entries(factories).map(([id, createClient]) => ({
    id,
    killedBy: [check, subject] as const,
    createClient,
  }));
});
