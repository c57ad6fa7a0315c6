import { isObject, parseJson } from '../json.js';
import { type OperatorOptions, otherTokens } from '../kit/context.js';
import type { Evidence, Violation } from '../kit/violation.js';
import type { RequestSpec, Exchange, RawRequest } from '../target/exchange.js';
import { curlLine } from '../target/redact.js';

/** The tokens that an operator can provide; reports contain only their names. */
export const tokenNames = ['first', ...otherTokens] as const;
type TokenName = (typeof tokenNames)[number];

export function tokensByName(given: OperatorOptions): ReadonlyMap<TokenName, string> {
  const tokens = tokenNames.map((name) => [name, name === 'first' ? given.token : given[`${name}Token`]] as const);
  return new Map(tokens.flatMap(([name, token]) => (token === undefined ? [] : [[name, token]])));
}

const maxResponseLength = 1500;
/** A longer body does not make a useful counter-example. */
const maxBodyLength = 16_384;

/** The base URL of the server, and the tokens to redact from findings. */
export interface FindingContext {
  readonly prefix: string;
  readonly tokens: ReadonlyMap<TokenName, string>;
  readonly redact: (text: string) => string;
}

/** A request as a shell line without tokens. */
export const shellLine = ({ prefix, redact, tokens }: FindingContext, request: RawRequest): string =>
  curlLine(new URL(prefix).origin, request, redact, tokens);

export type Finding = ReturnType<typeof toFinding>;

/** A violation as a counter-example for people: without tokens, and shortened. */
export function toFinding({ evidence }: Violation, context: FindingContext) {
  const { exchanges, rows = [], notes = [], sequence = [], smallest, more = [] } = evidence;
  const { redact } = context;
  /** Shell lines; the last one shows the failure. */
  const curlOf = (sent: readonly Exchange[]): string[] => sent.map(({ request }) => shellLine(context, request));
  const toFailure = (failure: Evidence) => ({
    expected: redact(failure.expected),
    observed: redact(failure.observed),
    curl: curlOf(failure.exchanges),
  });
  const last = exchanges.at(-1);
  const requests = exchanges.map(({ request }) => toFindingRequest(request, context));
  const whole = requests.filter((request) => request !== null);
  return {
    ...toFailure(evidence),
    // The requests as data; null if one is too long, is not text, or contains a token outside its Authorization.
    requests: whole.length === requests.length ? whole : null,
    response: last && last.status > 0 ? redact(`${last.status} ${last.text}`.slice(0, maxResponseLength)) : '',
    rows: rows.map((row) => parseJson(redact(JSON.stringify(row)))).filter(isObject),
    notes: notes.map(redact),
    sequence: sequence.map(redact),
    smallest: smallest ? { curl: curlOf(smallest.exchanges), observed: redact(smallest.observed) } : null,
    more: more.map(toFailure),
  };
}

export type FindingRequest = NonNullable<ReturnType<typeof toFindingRequest>>;

/** A request below the base URL, so that it can be sent to any server; null if a report cannot contain it unchanged. */
function toFindingRequest(request: RawRequest, { prefix, tokens, redact }: FindingContext) {
  const path = request.path.slice(new URL(prefix).pathname.replace(/\/+$/, '').length);
  const { Authorization: authorization, ...others } = request.headers;
  const token = [...tokens].find(([, text]) => authorization === `Bearer ${text}`)?.[0] ?? null;
  const body = request.body?.toString() ?? null;
  const isText = !Buffer.isBuffer(request.body) || Buffer.from(request.body.toString()).equals(request.body);
  if (!isText || (body?.length ?? 0) > maxBodyLength) return null;
  const whole = { method: request.method, path, headers: token === null ? request.headers : others, body, token };
  const text = JSON.stringify(whole);
  return redact(text) === text ? whole : null;
}

/** Restores the request, with the tokens of this run. */
export function toRequestSpec(
  { method, path, headers, body, token }: FindingRequest,
  tokens: ReadonlyMap<TokenName, string>,
): RequestSpec {
  const spec = { method, path, headers, showLimit: true, ...(body !== null && { body }) };
  return token === 'first' ? spec : { ...spec, token: (token && tokens.get(token)) ?? null };
}
