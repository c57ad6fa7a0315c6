import { type JsonObject, asList, asObject, asText } from '../interface/json.js';

/** One error and its location. */
export interface NamedError {
  readonly place: string;
  readonly code: string;
  readonly detail: string;
}

/** The reason why there are no rows. */
export interface Failure {
  /** Null without a response. */
  readonly status: number | null;
  readonly title: string;
  readonly detail: string;
  readonly code: string | null;
  readonly errors: readonly NamedError[];
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | null;
  readonly requestId: string | null;
  /** Whether no request can be sent with this token. */
  readonly isUnsendable?: boolean;
}

/** The remaining quota of the token. */
export interface Quota {
  readonly quota: number;
  readonly remaining: number;
}

export interface Answer {
  readonly ok: true;
  readonly body: JsonObject;
  readonly quota: Quota | null;
  readonly milliseconds: number;
}

export type Reply = Answer | { readonly ok: false; readonly failure: Failure };

/** Sends one request, without retries, and returns every error as the service words it. */
export async function ask(url: string, token: string | null, signal: AbortSignal): Promise<Reply> {
  const began = performance.now();
  try {
    const authorization = token !== null && { Authorization: `Bearer ${token}` };
    const headers = { Accept: 'application/json', ...authorization };
    const response = await fetch(url, { headers, signal, credentials: 'omit', cache: 'no-store' });
    const text = await response.text();
    const body = parsed(text);
    if (!response.ok || body === null) return { ok: false, failure: toFailure(response, body, text) };
    const milliseconds = Math.round(performance.now() - began);
    return { ok: true, body, quota: readQuota(response.headers), milliseconds };
  } catch (error) {
    if (signal.aborted) throw error;
    return { ok: false, failure: { ...unanswered, ...explain(error, token) } };
  }
}

const unanswered: Failure = {
  status: null,
  title: 'No answer',
  detail: '',
  code: null,
  errors: [],
  retryAfter: null,
  requestId: null,
};

/** The browser refuses invalid header values before it sends anything. */
function explain(error: unknown, token: string | null): Pick<Failure, 'detail' | 'isUnsendable'> {
  if (token !== null && /[^\x20-\x7e]/.test(token))
    return { detail: 'The token has characters that no access token has.', isUnsendable: true };
  const reason = error instanceof Error ? error.message : 'unknown';
  return { detail: `The service cannot be reached, or the connection broke off (${reason}).` };
}

function parsed(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? asObject(value) : null;
  } catch {
    return null;
  }
}

/** A problem document (ERR-2), or only the status if a proxy answered instead of the service. */
function toFailure({ status, headers }: Response, body: JsonObject | null, text: string): Failure {
  const problem = body ?? {};
  const [seconds] = /^\d+$/.exec(headers.get('Retry-After') ?? '') ?? [];
  const detail = asText(problem['detail']) ?? text.slice(0, 200);
  return {
    status,
    title: asText(problem['title']) ?? 'Not a response of this service',
    // The page counts the wait down itself.
    detail: seconds === undefined ? detail : detail.replace(/ Try again in \d+ s\.$/, ''),
    code: asText(problem['code']),
    errors: asList(problem['errors']).map(namedError),
    retryAfter: seconds === undefined ? null : Number(seconds),
    requestId: asText(problem['request_id']) ?? headers.get('X-Request-Id'),
  };
}

function namedError(entry: unknown): NamedError {
  const { parameter, pointer, header, code, detail } = asObject(entry);
  return {
    place: asText(parameter) ?? asText(pointer) ?? asText(header) ?? '',
    code: asText(code) ?? '',
    detail: asText(detail) ?? '',
  };
}

/** RATE-2. */
function readQuota(headers: Headers): Quota | null {
  const quota = /;q=(\d+)/.exec(headers.get('RateLimit-Policy') ?? '')?.[1];
  const remaining = /;r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1];
  return quota === undefined || remaining === undefined ? null : { quota: Number(quota), remaining: Number(remaining) };
}

/** The rows of a page, and the cursor of the next one. */
export function toPage(body: JsonObject): { rows: readonly JsonObject[]; next: string | null } {
  const { next } = asObject(body['meta']);
  return { rows: asList(body['data']).map(asObject), next: asText(next) };
}
