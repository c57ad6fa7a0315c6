import type { CollectionName } from '@resource-catalogue/contracts';
import {
  type Family,
  type Given,
  Inconclusive,
  type Layer,
  otherTokens,
  type Shrunk,
  Unsupported,
  type Violation,
} from '../checks/context/check.js';
import { isObject, parseJson, type Row } from '../json.js';
import type { RuleId } from '../rules/requirements.js';
import type { Ask, RawRequest } from '../target/exchange.js';
import { curlLine } from '../target/redact.js';
import { TransportError } from '../target/wire.js';
import type { Task } from './plan.js';

/**
 * How a check ended. Only a violation is `failed`; data that cannot show anything is `inconclusive`; what the server may
 * leave out is `unsupported`; what the operator did not allow is `disabled`; an error of the suite is `errored`.
 */
export type Outcome = 'passed' | 'failed' | 'inconclusive' | 'unsupported' | 'disabled' | 'errored';

/** The tokens that an operator can give; reports hold their names alone. */
export const tokenNames = ['first', ...otherTokens] as const;
type TokenName = (typeof tokenNames)[number];

/** A request of a counter-example, below the base URL, so that it can be sent again to any server. */
export interface FindingRequest {
  readonly method: string;
  readonly path: string;
  /** All but the Authorization of a token that the operator gave. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | null;
  /** The token that it was sent with; null for none of those that the operator gave. */
  readonly token: TokenName | null;
}

/** A counter-example that a person can follow. Everything in it is free of tokens. */
export interface Finding {
  readonly expected: string;
  readonly observed: string;
  /** Lines for a shell, the last one shows it. */
  readonly curl: readonly string[];
  /** The same as data; null where one of them is too long, no text, or holds a token elsewhere than it should. */
  readonly requests: readonly FindingRequest[] | null;
  /** Of a random script: where its smallest form is. */
  readonly shrunk: Shrunk | null;
  readonly answer: string;
  readonly rows: readonly Row[];
  /** Sentences that lead to the cause: where a URL came from, which rows differ, and what they have in common. */
  readonly notes: readonly string[];
  /** The last requests of the check with their answers, where their order matters. */
  readonly sequence: readonly string[];
  /** The smallest request that still fails, after the pages that it needs. */
  readonly smallest: { readonly curl: readonly string[]; readonly observed: string } | null;
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
  /** Why it did not pass, in a line; null for what passed. */
  readonly reason: string | null;
  readonly finding: Finding | null;
  readonly milliseconds: number;
  readonly requests: number;
  /** How many pairs of a form and a place the check covered. */
  readonly pairs: number;
}

export const idOfResult = ({ check, subject }: Pick<Result, 'check' | 'subject'>): string => `${check}/${subject}`;

/** The worst of several outcomes, which is that of their rule; null of none. */
export function worst(results: readonly Pick<Result, 'outcome'>[]): Outcome | null {
  const order: readonly Outcome[] = ['failed', 'errored', 'inconclusive', 'passed', 'unsupported', 'disabled'];
  return order.find((one) => results.some(({ outcome }) => outcome === one)) ?? null;
}

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
  const { expected, observed, exchanges, rows = [], notes = [], sequence = [], smallest, shrunk = null } = evidence;
  const { prefix, redact, tokens } = context;
  const { origin } = new URL(prefix);
  const last = exchanges.at(-1);
  const requests = exchanges.map(({ request }) => requestOf(request, context));
  const all = requests.filter((request) => request !== null);
  return {
    expected: redact(expected),
    observed: redact(observed),
    curl: exchanges.map(({ request }) => curlLine(origin, request, redact, tokens)),
    requests: all.length === requests.length ? all : null,
    shrunk,
    answer: last && last.status > 0 ? redact(`${last.status} ${last.text}`.slice(0, mostOfAnswer)) : '',
    rows: rows.map((row) => parseJson(redact(JSON.stringify(row)))).filter(isObject),
    notes: notes.map(redact),
    sequence: sequence.map(redact),
    smallest: smallest
      ? {
          curl: smallest.exchanges.map(({ request }) => curlLine(origin, request, redact, tokens)),
          observed: redact(smallest.observed),
        }
      : null,
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

export interface Replay {
  readonly check: string;
  readonly subject: string;
  readonly requests: readonly FindingRequest[] | null;
}

export const isWanted = ({ check, subject }: Task, replay: Replay | undefined): boolean =>
  replay === undefined || (check.id === replay.check && subject === replay.subject);

/** The request as it was sent then, with the tokens of today. */
export function askOf(
  { method, path, headers, body, token }: FindingRequest,
  tokens: ReadonlyMap<TokenName, string>,
): Ask {
  const ask = { method, path, headers, showLimit: true, ...(body !== null && { body }) };
  return token === 'first' ? ask : { ...ask, token: (token && tokens.get(token)) ?? null };
}

/** No answer came, for whatever reason but our own limit of requests. */
export const isUnanswered = (error: unknown): error is TransportError =>
  error instanceof TransportError && error.kind !== 'budget';

/** What an end that is no violation says: of the data, of the server, or of the suite itself. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof Inconclusive || error instanceof TransportError) return 'inconclusive';
  return error instanceof Unsupported ? 'unsupported' : 'errored';
}
