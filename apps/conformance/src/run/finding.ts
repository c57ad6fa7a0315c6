import { isObject, parseJson } from '../json.js';
import type { Violation } from '../kit/violation.js';
import type { Ask, Exchange, RawRequest } from '../target/exchange.js';
import { curlLine } from '../target/redact.js';
import type { Finding, FindingRequest } from './result.js';
import type { TokenName } from './tokens.js';

const maxResponseLength = 1500;
/** A longer body does not make a useful counter-example. */
const maxBodyLength = 16_384;

/** The origin of the server, and the tokens to redact from findings. */
export interface FindingContext {
  readonly prefix: string;
  readonly tokens: ReadonlyMap<TokenName, string>;
  readonly redact: (text: string) => string;
}

/** Converts a violation for reports: without tokens, and shortened. */
export function toFinding({ evidence }: Violation, context: FindingContext): Finding {
  const { expected, observed, exchanges, rows = [], notes = [], sequence = [], smallest, more = [] } = evidence;
  const { prefix, redact, tokens } = context;
  const { origin } = new URL(prefix);
  const curlOf = (sent: readonly Exchange[]): string[] =>
    sent.map(({ request }) => curlLine(origin, request, redact, tokens));
  const last = exchanges.at(-1);
  const requests = exchanges.map(({ request }) => toFindingRequest(request, context));
  const all = requests.filter((request) => request !== null);
  return {
    expected: redact(expected),
    observed: redact(observed),
    curl: curlOf(exchanges),
    requests: all.length === requests.length ? all : null,
    answer: last && last.status > 0 ? redact(`${last.status} ${last.text}`.slice(0, maxResponseLength)) : '',
    rows: rows.map((row) => parseJson(redact(JSON.stringify(row)))).filter(isObject),
    notes: notes.map(redact),
    sequence: sequence.map(redact),
    smallest: smallest
      ? {
          curl: curlOf(smallest.exchanges),
          observed: redact(smallest.observed),
        }
      : null,
    more: more.map((other) => ({
      expected: redact(other.expected),
      observed: redact(other.observed),
      curl: curlOf(other.exchanges),
    })),
  };
}

/** Converts a request so that it can be sent again; null if a report cannot contain it unchanged. */
function toFindingRequest(request: RawRequest, { prefix, tokens, redact }: FindingContext): FindingRequest | null {
  const path = request.path.slice(new URL(prefix).pathname.replace(/\/+$/, '').length);
  const { Authorization: authorization, ...others } = request.headers;
  const token = [...tokens].find(([, text]) => authorization === `Bearer ${text}`)?.[0] ?? null;
  const headers = token === null ? request.headers : others;
  const body = request.body?.toString() ?? null;
  const isText = !Buffer.isBuffer(request.body) || Buffer.from(request.body.toString()).equals(request.body);
  if (!isText || (body?.length ?? 0) > maxBodyLength) return null;
  const whole: FindingRequest = { method: request.method, path, headers, body, token };
  const text = JSON.stringify(whole);
  return redact(text) === text ? whole : null;
}

/** Restores the request, with the tokens of this run. */
export function toAsk(
  { method, path, headers, body, token }: FindingRequest,
  tokens: ReadonlyMap<TokenName, string>,
): Ask {
  const ask = { method, path, headers, showLimit: true, ...(body !== null && { body }) };
  return token === 'first' ? ask : { ...ask, token: (token && tokens.get(token)) ?? null };
}
