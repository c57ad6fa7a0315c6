import { type Given, otherTokens } from '../checks/context/check-context.js';
import type { Violation } from '../checks/context/violation.js';
import { isObject, parseJson } from '../json.js';
import { curlLine } from '../target/curl.js';
import type { RawRequest } from '../target/exchange.js';
import type { Finding, FindingRequest, TokenName } from './result.js';

const mostOfAnswer = 1500;
/** A longer body is no counter-example that a person can follow. */
const mostOfBody = 16_384;

export function tokensOf(given: Given): ReadonlyMap<TokenName, string> {
  const tokens = new Map<TokenName, string>([['first', given.token]]);
  for (const name of otherTokens) {
    const token = given[`${name}Token`];
    if (token !== undefined) tokens.set(name, token);
  }
  return tokens;
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
    rows: rows.map((row) => parseJson(redact(JSON.stringify(row)))).filter(isObject),
  };
}

/** The request as it can be sent again; null where a report cannot hold it as it was. */
function requestOf(request: RawRequest, { prefix, tokens, redact }: FindingContext): FindingRequest | null {
  const path = request.path.slice(new URL(prefix).pathname.replace(/\/+$/, '').length);
  const { Authorization: authorization, ...others } = request.headers;
  const token = [...tokens].find(([, text]) => authorization === `Bearer ${text}`)?.[0] ?? null;
  const headers = token === null ? request.headers : others;
  const body = request.body?.toString() ?? null;
  const isText = !Buffer.isBuffer(request.body) || Buffer.from(request.body.toString()).equals(request.body);
  if (!isText || (body?.length ?? 0) > mostOfBody) return null;
  const whole: FindingRequest = { method: request.method, path, headers, body, token };
  const text = JSON.stringify(whole);
  return redact(text) === text ? whole : null;
}
