/** A request as a mock got it. */
export interface MockRequest {
  readonly method: string;
  readonly path: string;
  /** The decoded query parameters. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Headers;
  /** The body, parsed if there is one. */
  readonly body: unknown;
}

/** What a mock answers: one answer after the other, or what a function says. An `Error` is thrown like a broken network. */
export type MockScript =
  readonly (Response | Error)[] | ((request: MockRequest) => Response | Error | Promise<Response | Error>);

/** A stand-in for `fetch` that does no requests. */
export interface MockFetch {
  readonly fetch: typeof fetch;
  /** What was asked so far. */
  readonly requests: readonly MockRequest[];
}

/**
 * Makes a `fetch` for tests of programs that use this client. A script that is used up answers with 418, which no call
 * repeats and no program expects, so that a request too many is noticed.
 *
 * @example
 * const mock = createMockFetch([pageAnswer([{ id: 'b1' }])]);
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
    const seen = await read(request);
    requests.push(seen);
    const answer = typeof script === 'function' ? await script(seen) : left.shift();
    if (answer === undefined)
      return new Response(`Nothing is left to answer ${seen.method} ${seen.path}.`, { status: 418 });
    if (answer instanceof Error) throw answer;
    return answer;
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
