import { type JsonObject, asList, asObject, asText } from '../api/json.js';

/** One error and its location. */
export interface LocatedError {
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
  readonly errors: readonly LocatedError[];
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | null;
  readonly requestId: string | null;
}

export interface Success {
  readonly ok: true;
  readonly body: JsonObject;
  /** The remaining quota of the token: `598 of 600 requests left` (RATE-2). */
  readonly quota: string | null;
  readonly milliseconds: number;
}

export type Reply = Success | { readonly ok: false; readonly failure: Failure };

/** Sends one request, without retries, and returns every error as the service words it. */
export async function sendRequest(url: string, token: string | null, signal: AbortSignal): Promise<Reply> {
  const began = performance.now();
  try {
    const authorization = token !== null && { Authorization: `Bearer ${token}` };
    const headers = { Accept: 'application/json', ...authorization };
    const response = await fetch(url, { headers, signal, credentials: 'omit', cache: 'no-store' });
    const text = await response.text();
    const body = parseJson(text);
    if (!response.ok || body === null) return { ok: false, failure: toFailure(response, body, text) };
    const milliseconds = Math.round(performance.now() - began);
    return { ok: true, body, quota: readQuota(response.headers), milliseconds };
  } catch (error) {
    if (signal.aborted) throw error;
    const reason = error instanceof Error ? error.message : 'unknown';
    const detail = `The service cannot be reached, or the connection was lost (${reason}).`;
    const none = { status: null, code: null, errors: [], retryAfter: null, requestId: null };
    return { ok: false, failure: { ...none, title: 'No response', detail } };
  }
}

function parseJson(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? asObject(value) : null;
  } catch {
    return null;
  }
}

/** A problem document (ERR-2), or only the status if a proxy responded instead of the service. */
function toFailure({ status, headers }: Response, body: JsonObject | null, text: string): Failure {
  const problem = body ?? {};
  const [seconds] = /^\d+$/.exec(headers.get('Retry-After') ?? '') ?? [];
  const detail = asText(problem['detail']) ?? text.slice(0, 200);
  return {
    status,
    title: asText(problem['title']) ?? 'Not a response from this service',
    // The page counts the wait down itself.
    detail: seconds === undefined ? detail : detail.replace(/ Try again in \d+ s\.$/, ''),
    code: asText(problem['code']),
    errors: asList(problem['errors']).map(toLocatedError),
    retryAfter: seconds === undefined ? null : Number(seconds),
    requestId: asText(problem['request_id']) ?? headers.get('X-Request-Id'),
  };
}

function toLocatedError(entry: unknown): LocatedError {
  const { parameter, pointer, header, code, detail } = asObject(entry);
  return {
    place: asText(parameter) ?? asText(pointer) ?? asText(header) ?? '',
    code: asText(code) ?? '',
    detail: asText(detail) ?? '',
  };
}

function readQuota(headers: Headers): string | null {
  const quota = /;q=(\d+)/.exec(headers.get('RateLimit-Policy') ?? '')?.[1];
  const remaining = /;r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1];
  return quota === undefined || remaining === undefined ? null : `${remaining} of ${quota} requests left`;
}

/** The rows of a page, and the cursor of the next one. */
export function toPage(body: JsonObject): { rows: readonly JsonObject[]; next: string | null } {
  const { next } = asObject(body['meta']);
  return { rows: asList(body['data']).map(asObject), next: asText(next) };
}
