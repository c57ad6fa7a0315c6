import type { ProblemCode } from '@resource-catalogue/contracts';

/** Headers that an answer of a mock has beside its own. */
export interface MockHeaders {
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a page of a mock tells beside its rows. */
export interface MockPage extends MockHeaders {
  /** The cursor of the next page; null, the default, on the last one. */
  readonly next?: string | null;
  readonly limit?: number;
}

const links = { first: 'https://catalogue.example.org/api/v1/first', next: null };

/**
 * Makes the answer to a list: a page of rows (LIST-1, LIST-2).
 *
 * @example
 * createMockFetch([pageAnswer([booking], { next: 'a' }), pageAnswer([])]);
 */
export function pageAnswer(data: readonly unknown[], { next = null, limit = 50, headers }: MockPage = {}): Response {
  return json(200, { data, links, meta: { next, limit } }, { etag: `"${data.length}-${next}"`, ...headers });
}

/**
 * Makes the answer to a get, a create or an update (GET-1, WRITE-1).
 *
 * @example
 * createMockFetch([oneAnswer(project, { status: 201, headers: { etag: '"1"' } })]);
 */
export function oneAnswer(
  data: unknown,
  { status = 200, headers }: MockHeaders & { readonly status?: number } = {},
): Response {
  return json(status, { data }, headers);
}

/**
 * Makes an error of the service (ERR-2).
 *
 * @example
 * createMockFetch([problemAnswer(429, 'rate_limited', { headers: { 'retry-after': '2' } }), pageAnswer([])]);
 */
export function problemAnswer(
  status: number,
  code: ProblemCode,
  { detail = 'It went wrong.', headers }: MockHeaders & { readonly detail?: string } = {},
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
