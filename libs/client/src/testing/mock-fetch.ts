import type { ProblemCode } from '@resource-catalogue/contracts';
import { defaultPageSize } from '../limits.js';

/** A request that a mock received. */
export interface MockRequest {
  readonly method: string;
  readonly path: string;
  /** The decoded query parameters. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Headers;
  /** The body, parsed if there is one. */
  readonly body: unknown;
}

/**
 * The responses of a mock: one after the other, or the result of a function. An `Error` is thrown, like a network
 * failure.
 */
export type MockScript =
  | readonly (Response | Error)[]
  | ((request: MockRequest) => Response | Error | Promise<Response | Error>);

/** A replacement of `fetch` that sends nothing. */
export interface MockFetch {
  readonly fetch: typeof fetch;
  /** The requests so far. */
  readonly requests: readonly MockRequest[];
}

/**
 * Makes a `fetch` for tests of programs that use this client. After the end of a script it responds with 418, which is
 * never retried and which no program expects, so that an unexpected request is noticed.
 *
 * @example
 * const mock = createMockFetch([pageResponse([{ id: 'b1' }])]);
 * const client = createClient({ baseUrl: 'https://catalogue.example.org', token: 'test', fetch: mock.fetch });
 * await client.bookings.list({ limit: 1 });
 * expect(mock.requests[0]?.query).toEqual({ limit: '1' });
 */
export function createMockFetch(script: MockScript): MockFetch {
  const requests: MockRequest[] = [];
  const left = typeof script === 'function' ? [] : [...script];
  const mockFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const received = await read(request);
    requests.push(received);
    const response = typeof script === 'function' ? await script(received) : left.shift();
    if (response === undefined)
      return new Response(`The mock has no response for ${received.method} ${received.path}.`, { status: 418 });
    if (response instanceof Error) throw response;
    return response;
  };
  return { fetch: mockFetch, requests };
}

async function read(request: Request): Promise<MockRequest> {
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.text();
  const { method, headers } = request;
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { method, path: pathname, query: Object.fromEntries(searchParams), headers, body };
}

/** Headers that a response of a mock has in addition to its own. */
export interface MockHeaders {
  readonly headers?: Readonly<Record<string, string>>;
}

/** The properties of a mock's page in addition to its rows. */
export interface MockPage extends MockHeaders {
  /** The cursor of the next page; null, the default, on the last one. */
  readonly next?: string | null;
  readonly limit?: number;
}

const links = { first: 'https://catalogue.example.org/api/v1/first', next: null };

/**
 * Makes the response to a list: a page of rows (LIST-1, LIST-2).
 *
 * @example
 * createMockFetch([pageResponse([booking], { next: 'a' }), pageResponse([])]);
 */
export function pageResponse(
  data: readonly unknown[],
  { next = null, limit = defaultPageSize, headers }: MockPage = {},
): Response {
  return json(200, { data, links, meta: { next, limit } }, { etag: `"${data.length}-${next}"`, ...headers });
}

/**
 * Makes the response to a get, a create or an update (GET-1, WRITE-1).
 *
 * @example
 * createMockFetch([resourceResponse(project, { status: 201, headers: { etag: '"1"' } })]);
 */
export function resourceResponse(
  data: unknown,
  { status = 200, headers }: MockHeaders & { readonly status?: number } = {},
): Response {
  return json(status, { data }, headers);
}

/**
 * Makes an error of the service (ERR-2).
 *
 * @example
 * createMockFetch([problemResponse(429, 'rate_limited', { headers: { 'retry-after': '2' } }), pageResponse([])]);
 */
export function problemResponse(
  status: number,
  code: ProblemCode,
  { detail = 'Something went wrong.', headers }: MockHeaders & { readonly detail?: string } = {},
): Response {
  const type = `https://catalogue.example.org/problems/${code}`;
  const body = {
    type,
    title: code,
    status,
    detail,
    code,
    request_id: 'mock',
    ...(status === 400 ? { errors: [] } : {}),
  };
  return json(status, body, { 'content-type': 'application/problem+json', ...headers });
}

function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'mock', ...headers },
  });
}
