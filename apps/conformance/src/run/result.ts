import type { CollectionName } from '@resource-catalogue/contracts';
import type { Family } from '../kit/families.js';
import { type Given, otherTokens } from '../kit/context.js';
import { Inconclusive, type Shrunk, Unsupported, type Violation } from '../kit/violation.js';
import type { Layer } from '../kit/check.js';
import { isObject, parseJson, type Row } from '../json.js';
import type { RuleId } from '../rules/requirements.js';
import type { Ask, Exchange, RawRequest } from '../target/exchange.js';
import { curlLine } from '../target/redact.js';
import { TransportError } from '../target/wire.js';
import type { Task } from './task.js';

/**
 * The outcome of a check: `failed` for a violation, `inconclusive` if the data cannot show one, `unsupported` if the
 * server may omit the feature, `disabled` if the operator did not allow it, `errored` for an error of the suite.
 */
export type Outcome = 'passed' | 'failed' | 'inconclusive' | 'unsupported' | 'disabled' | 'errored';

/** The tokens that an operator can provide; reports contain only their names. */
export const tokenNames = ['first', ...otherTokens] as const;
type TokenName = (typeof tokenNames)[number];

/** A request of a counter-example, below the base URL, so that it can be sent to any server. */
export interface FindingRequest {
  readonly method: string;
  readonly path: string;
  /** All headers except the Authorization of a token that the operator provided. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | null;
  /** The token that it was sent with; null if none of those that the operator provided. */
  readonly token: TokenName | null;
}

/** A counter-example for people. It contains no tokens. */
export interface Finding {
  readonly expected: string;
  readonly observed: string;
  /** Shell lines; the last one shows the failure. */
  readonly curl: readonly string[];
  /** The same requests as data; null if one is too long, is not text, or contains a token outside its Authorization. */
  readonly requests: readonly FindingRequest[] | null;
  /** The path to the smallest form of a random script. */
  readonly shrunk: Shrunk | null;
  readonly answer: string;
  readonly rows: readonly Row[];
  /** Hints at the cause: where a URL came from, which rows differ, and what they have in common. */
  readonly notes: readonly string[];
  /** The last requests of the check with their responses, if their order matters. */
  readonly sequence: readonly string[];
  /** The smallest request that still fails, with the pages before it. */
  readonly smallest: { readonly curl: readonly string[]; readonly observed: string } | null;
  /** The failures of the other cases of the check. */
  readonly more: readonly Pick<Finding, 'expected' | 'observed' | 'curl'>[];
}

export interface Result {
  readonly check: string;
  readonly title: string;
  readonly family: Family;
  readonly layer: Layer;
  readonly rules: readonly RuleId[];
  /** `server`, the name of a collection, or an operation. */
  readonly subject: string;
  readonly collection: CollectionName | null;
  readonly outcome: Outcome;
  /** The reason in one line; null if the check passed. */
  readonly reason: string | null;
  readonly finding: Finding | null;
  readonly milliseconds: number;
  readonly requests: number;
}

export const idOfResult = ({ check, subject }: Pick<Result, 'check' | 'subject'>): string => `${check}/${subject}`;

/** The worst of several outcomes, which becomes that of their rule; null if there are none. */
export function worst(results: readonly Pick<Result, 'outcome'>[]): Outcome | null {
  const order: readonly Outcome[] = ['failed', 'errored', 'inconclusive', 'passed', 'unsupported', 'disabled'];
  return order.find((one) => results.some(({ outcome }) => outcome === one)) ?? null;
}

const maxResponseLength = 1500;
/** A longer body does not make a useful counter-example. */
const maxBodyLength = 16_384;

export function namedTokens(given: Given): ReadonlyMap<TokenName, string> {
  const tokens = new Map<TokenName, string>([['first', given.token]]);
  for (const name of otherTokens) {
    const token = given[`${name}Token`];
    if (token !== undefined) tokens.set(name, token);
  }
  return tokens;
}

/** The origin of the server, and the tokens to redact from findings. */
export interface FindingContext {
  readonly prefix: string;
  readonly tokens: ReadonlyMap<TokenName, string>;
  readonly redact: (text: string) => string;
}

/** Converts a violation for reports: without tokens, and shortened. */
export function toFinding({ evidence }: Violation, context: FindingContext): Finding {
  const {
    expected,
    observed,
    exchanges,
    rows = [],
    notes = [],
    sequence = [],
    smallest,
    shrunk = null,
    more = [],
  } = evidence;
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
    shrunk,
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

export interface Replay {
  readonly check: string;
  readonly subject: string;
  readonly requests: readonly FindingRequest[] | null;
}

export const isWanted = ({ check, subject }: Task, replay: Replay | undefined): boolean =>
  replay === undefined || (check.id === replay.check && subject === replay.subject);

/** Restores the request, with the tokens of this run. */
export function toAsk(
  { method, path, headers, body, token }: FindingRequest,
  tokens: ReadonlyMap<TokenName, string>,
): Ask {
  const ask = { method, path, headers, showLimit: true, ...(body !== null && { body }) };
  return token === 'first' ? ask : { ...ask, token: (token && tokens.get(token)) ?? null };
}

/** Whether a request got no response for a reason other than our own limit of requests. */
export const isUnanswered = (error: unknown): error is TransportError =>
  error instanceof TransportError && error.kind !== 'budget';

/** The outcome for an error other than a violation: of the data, the server, or the suite itself. */
export function toOutcome(error: unknown): Outcome {
  if (error instanceof Inconclusive || error instanceof TransportError) return 'inconclusive';
  return error instanceof Unsupported ? 'unsupported' : 'errored';
}
