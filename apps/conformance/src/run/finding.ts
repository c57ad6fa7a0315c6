import type { Given } from '../checks/trial.js';
import type { Violation } from '../checks/violation.js';
import { type Json, parseJson } from '../json.js';
import type { Row } from '../census/row.js';
import { curlLine } from '../target/curl.js';
import type { RawRequest } from '../target/exchange.js';
import type { Finding, FindingRequest, TokenName } from './result.js';

const mostOfAnswer = 1500;
/** A longer body is no counter-example that a person can follow. */
const mostOfBody = 16_384;

/** The tokens that the operator gave, by their names. */
export function tokensOf(given: Given): ReadonlyMap<TokenName, string> {
  const all: readonly (readonly [TokenName, string | undefined])[] = [
    ['first', given.token],
    ['second', given.secondToken],
    ['limited', given.limitedToken],
    ['revoked', given.revokedToken],
    ['expired', given.expiredToken],
    ['quota', given.quotaToken],
  ];
  return new Map(all.flatMap(([name, token]) => (token === undefined ? [] : [[name, token] as const])));
}

/** What findings are made with: where the server is, and which texts nobody may read. */
export interface FindingContext {
  readonly prefix: string;
  readonly tokens: ReadonlyMap<TokenName, string>;
  readonly redact: (text: string) => string;
}

/** A violation as reports show it: without tokens, and short enough to be read. */
export function findingOf({ evidence }: Violation, context: FindingContext): Finding {
  const { expected, observed, exchanges, rows = [], shrunk = null } = evidence;
  const { prefix, redact } = context;
  const { origin } = new URL(prefix);
  const last = exchanges.at(-1);
  const requests = exchanges.map(({ request }) => requestOf(request, context));
  const all = requests.filter((request) => request !== null);
  return {
    expected: redact(expected),
    observed: redact(observed),
    curl: exchanges.map(({ request }) => curlLine(origin, request, redact)),
    requests: all.length === requests.length ? all : null,
    shrunk,
    answer: last ? redact(`${last.status} ${last.text}`.slice(0, mostOfAnswer)) : '',
    rows: rows.map((row) => redactedRow(row, redact)),
  };
}

/** The request as it can be sent again; null where a report cannot hold it as it was. */
function requestOf(request: RawRequest, { prefix, tokens, redact }: FindingContext): FindingRequest | null {
  const path = request.path.slice(new URL(prefix).pathname.replace(/\/+$/, '').length);
  const { Authorization: authorization, ...others } = request.headers;
  const token = [...tokens].find(([, text]) => authorization === `Bearer ${text}`)?.[0] ?? null;
  const headers = token === null ? request.headers : others;
  const body = request.body?.toString() ?? null;
  const isText =
    body === null || typeof request.body === 'string' || Buffer.from(body).equals(request.body ?? Buffer.of());
  if (!isText || (body?.length ?? 0) > mostOfBody) return null;
  const whole: FindingRequest = { method: request.method, path, headers, body, token };
  const text = JSON.stringify(whole);
  return redact(text) === text ? whole : null;
}

function redactedRow(row: Row, redact: (text: string) => string): Row {
  const clean: Json | undefined = parseJson(redact(JSON.stringify(row)));
  return typeof clean === 'object' && clean !== null && !Array.isArray(clean) ? clean : {};
}
