import {
  type AnyCollectionContract as Contract,
  defaultLimit,
  type FilterField,
  maximumLimit,
  maximumSetSize,
  type ProblemCode,
  readScope,
  sufficientScopes,
} from '@resource-catalogue/contracts';
import { challengeOf, credentialsOf, requestIdOf } from './http/access.js';
import { etagOf, problemOf, transmit } from './http/answers.js';
import type { Answer, Headers, Request, RequestContext, Route, Token, Usage } from './http/exchange.js';
import { acceptsJson, codingFor, tagMatchesStrongly, tagMatchesWeakly } from './http/negotiation.js';
import { ambiguousHeadersOf, checkOrder } from './http/request-checks.js';
import { routeOf } from './http/routes.js';
import { type JsonObject, type JsonValue, type Row, same } from './json.js';
import { isDeleted, rangeKeeps, setKeeps, timeAt, valuesAt } from './list/filtering.js';
import { comparePositions, positionOf } from './list/order.js';
import { envelopeOf, linkOf, pageOf } from './list/paging.js';
import type { ValidationError } from './problem-error.js';
import { decodeCursor, encodeCursor, identityOf } from './query/cursors.js';
import { instantOf } from './query/instants.js';
import type { ListQuery, Position, RangeTest, SetTest, Sort, Test } from './query/list-query.js';
import { type Pair, pairsOf } from './query/pairs.js';
import { flagOf, itemsOf, limitOf, setValueOf, sortOf } from './query/values.js';
import { readBody } from './write/body-text.js';
import { blocksOf, keptHtml, rendered } from './write/markdown.js';
import { isWebUrl, keyOf, mayBecome, mediaTypesOf, publishedAt, refersTo, type Written } from './write/rules.js';
import { freeSlug } from './write/slugs.js';

/** Decisions in which mutants use more information than the sound server. */
interface Informed {
  readonly pairsOf: (rawQuery: string, contract: Contract) => readonly Pair[];
  readonly instantOf: (text: string, filter: FilterField, operator: string) => number | null;
  /** The tests that are applied, of those requested. */
  readonly testsOf: (tests: readonly Test[], contract: Contract) => readonly Test[];
  /** Whether an error of a query or body is ignored. */
  readonly tolerates: (
    error: ValidationError,
    place: { readonly collection: string; readonly value: string },
  ) => boolean;
  readonly valuesAt: (row: Row, field: string, contract: Contract) => readonly string[];
  readonly timeAt: (row: Row, field: string, contract: Contract) => number | null;
  readonly setKeeps: (test: SetTest, actual: readonly string[], row: Row, contract: Contract) => boolean;
  readonly rangeKeeps: (test: RangeTest, time: number | null, contract: Contract) => boolean;
  readonly flagKeeps: (wanted: boolean, row: Row, contract: Contract) => boolean;
  /** Combines the results of several tests (FILT-1). */
  readonly joined: (answers: readonly boolean[], tests: readonly Test[]) => boolean;
  /** The rows visible to a list, before any filter (FILT-8). */
  readonly rowsOf: (rows: readonly Row[], query: ListQuery) => readonly Row[];
  readonly positionOf: (row: Row, sort: Sort, contract: Contract) => Position;
  readonly comparePositions: (one: Position, other: Position, sort: Sort, contract: Contract) => number;
  readonly shownInList: (row: Row, contract: Contract) => JsonObject;
  readonly shownAlone: (row: Row, contract: Contract) => JsonObject;
  readonly needsToken: (context: RequestContext) => boolean;
  readonly allows: (token: Token, scope: string, context: RequestContext) => boolean;
  /** The cost of a request, known before its response (RATE-2). */
  readonly costOf: (request: Request) => number;
  readonly rateHeadersOf: (usage: Usage, status: number) => Headers;
  readonly etagOf: (body: Buffer, request: Request) => string;
  /** The logical response, before HEAD, 304 and compression. */
  readonly finished: (answer: Answer, context: RequestContext) => Answer;
  /** The response as transmitted. */
  readonly sent: (answer: Answer, request: Request) => Answer;
  /** Maximum size of the body of this request in bytes (RATE-3). */
  readonly maxBodyBytes: (request: Request) => number;
  /** The new value of a key that already has one (WRITE-2). */
  readonly merged: (key: string, before: JsonValue, sent: JsonValue) => JsonValue;
  /** The row left behind by a refused write (WRITE-3). */
  readonly leftBehind: (before: Row | null, sent: JsonObject, code: ProblemCode) => Row | null;
  readonly finishedWrite: (answer: Answer, request: Request) => Answer;
  /** A wait between the checks and the end of a write; null for a server that does both at once. */
  readonly pause: (() => Promise<void>) | null;
}

const informed: Informed = {
  pairsOf,
  instantOf,
  testsOf: (tests) => tests,
  tolerates: () => false,
  valuesAt,
  timeAt,
  setKeeps,
  rangeKeeps,
  flagKeeps: (wanted, row) => isDeleted(row) === wanted,
  joined: (answers) => answers.every((answer) => answer),
  rowsOf: (rows) => rows,
  positionOf,
  comparePositions,
  shownInList: (row) => row,
  shownAlone: (row) => row,
  needsToken: () => true,
  allows: ({ scopes }, scope) => sufficientScopes(scope).some((sufficient) => scopes.includes(sufficient)),
  costOf: () => 1,
  rateHeadersOf: ({ quota, remaining, reset }) => ({
    'RateLimit-Policy': `"default";q=${quota.requests};w=${quota.seconds}`,
    RateLimit: `"default";r=${remaining};t=${reset}`,
  }),
  etagOf,
  finished: (answer) => answer,
  sent: (answer) => answer,
  maxBodyBytes: () => 1024 * 1024,
  merged: (_key, _before, sent) => sent,
  leftBehind: () => null,
  finishedWrite: (answer) => answer,
  pause: null,
};

/**
 * Every decision of a server, as required by docs/interface.md. Mutants of the conformance suite replace some of
 * them.
 */
export const soundBehaviour = {
  ...informed,

  // Query strings and pages.

  defaultLimit,
  maximumLimit,
  maximumSetSize,
  limitOf,
  sortOf,
  defaultSortOf: ({ defaultSort }: Contract): string => defaultSort,
  flagOf,
  itemsOf,
  setValueOf,
  encodeCursor,
  decodeCursor,
  /** The query that a cursor is valid for (PAGE-3). */
  identityOf,
  /** The errors that are reported, of those found. */
  errorsShown: (errors: readonly ValidationError[]): readonly ValidationError[] => errors,
  /** Whether a row comes after the position of a cursor. */
  isAfter: (row: Position, cursor: Position, { sort }: ListQuery): boolean => comparePositions(row, cursor, sort) > 0,
  pageOf,
  linkOf,
  envelopeOf,

  // Access, quotas, and the form of responses.

  credentialsOf,
  tokenOf: (credentials: string, tokens: readonly Token[]): Token | null =>
    tokens.find(({ text, state }) => text === credentials && state === 'good') ?? null,
  /** The narrowest scope that allows a request (AUTH-3). */
  scopeFor: ({ contract }: Route, method: string): string =>
    method === 'POST' || method === 'PATCH' ? 'projects:write' : readScope(contract.name),
  challengeOf,
  quotaKeyOf: ({ id }: Token): string => id,
  /** Whether a refused request starts a new window without any remaining quota (RATE-2). */
  refusalsProlong: false,
  retryAfterOf: ({ reset }: Usage): string | null => String(reset),
  /** Headers that make the request ambiguous (HTTP-9). */
  ambiguousHeadersOf,
  checks: checkOrder,
  /** Whether OPTIONS gets its response before the checks (HTTP-3). */
  optionsAreFree: ({ route }: RequestContext): boolean => route !== null,
  requestIdOf,
  /** Matches a path below the base path exactly (HTTP-7). */
  routeOf,
  acceptsJson,
  codingFor,
  notModified: tagMatchesWeakly,
  allowOf: ({ methods }: Route): string => methods.join(', '),
  problemOf,
  transmit,
  /** Maximum size of the request line and headers in bytes (RATE-3). */
  maxHeaderBytes: 16 * 1024,

  // Writes of projects.

  readBody,
  mediaTypesOf,
  trimmed: (text: string): string => text.trim(),
  lengthOf: (text: string): number => [...text].length,
  isWebUrl,
  folded: (tag: string): string => tag.toUpperCase().toLowerCase(),
  refersTo,
  isUsable: (row: Row): boolean => !('soft_deleted_at' in row) || !isDeleted(row),
  slugOf: freeSlug,
  rendered,
  blocksOf,
  /** Rendered fields of a project that the body does not replace (WRITE-10). */
  keptHtml,
  mayBecome,
  publishedAt,
  updatedAt: ({ updated_at }: Row, now: number): string =>
    new Date(Math.max(now, Date.parse(updated_at) + 1)).toISOString(),
  hasChanged: (before: Row, after: Row): boolean => !same(before, after),
  /** The row that a write stores. */
  stored: ({ after }: Written): Row => after,
  answeredRow: ({ after }: Written): Row => after,
  preconditionHolds: tagMatchesStrongly,
  keyOf,
  keyScopeOf: ({ id }: Token, key: string): string => `${id} ${key}`,
  isSameRequest: (before: Buffer, now: Buffer): boolean => before.equals(now),
  /** Whether a key is reserved from the start of a request, not only from its end. */
  reservesKeys: true,
  /** Whether a refused request releases its key. */
  releasesKeys: true,
};

export type Behaviour = Readonly<typeof soundBehaviour>;
