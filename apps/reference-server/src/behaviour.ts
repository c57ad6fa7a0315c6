import {
  type AnyCollectionContract as Contract,
  defaultLimit,
  type FilterField,
  maximumLimit,
  maximumSetSize,
  type ProblemCode,
  readScope,
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

/** Decisions in which mutants look at more than the sound server does. */
interface Informed {
  readonly pairsOf: (rawQuery: string, contract: Contract) => readonly Pair[];
  readonly instantOf: (text: string, filter: FilterField, operator: string) => number | null;
  /** The tests that are applied, of those that were asked for. */
  readonly testsOf: (tests: readonly Test[], contract: Contract) => readonly Test[];
  /** Whether an error of a query or body is passed over. */
  readonly tolerates: (
    error: ValidationError,
    place: { readonly collection: string; readonly value: string },
  ) => boolean;
  readonly valuesAt: (row: Row, field: string, contract: Contract) => readonly string[];
  readonly timeAt: (row: Row, field: string, contract: Contract) => number | null;
  readonly setKeeps: (test: SetTest, actual: readonly string[], row: Row, contract: Contract) => boolean;
  readonly rangeKeeps: (test: RangeTest, time: number | null, contract: Contract) => boolean;
  readonly flagKeeps: (wanted: boolean, row: Row, contract: Contract) => boolean;
  /** How the answers of several tests are joined (FILT-1). */
  readonly joined: (answers: readonly boolean[], tests: readonly Test[]) => boolean;
  /** The rows that a list knows, before any filter (FILT-8). */
  readonly rowsOf: (rows: readonly Row[], query: ListQuery) => readonly Row[];
  readonly positionOf: (row: Row, sort: Sort, contract: Contract) => Position;
  readonly comparePositions: (one: Position, other: Position, sort: Sort, contract: Contract) => number;
  readonly shownInList: (row: Row, contract: Contract) => JsonObject;
  readonly shownAlone: (row: Row, contract: Contract) => JsonObject;
  readonly needsToken: (context: RequestContext) => boolean;
  readonly allows: (token: Token, scope: string, context: RequestContext) => boolean;
  /** How much of the quota a request takes: known once the request is, not its answer (RATE-2). */
  readonly costOf: (request: Request) => number;
  readonly rateHeadersOf: (usage: Usage, status: number) => Headers;
  readonly etagOf: (body: Buffer, request: Request) => string;
  /** The logical answer, before HEAD, 304 and coding. */
  readonly finished: (answer: Answer, context: RequestContext) => Answer;
  /** The answer as it goes out. */
  readonly sent: (answer: Answer, request: Request) => Answer;
  /** How many bytes the body of this request may have (RATE-3). */
  readonly mostBytesOf: (request: Request) => number;
  /** What a sent value makes of a key that has a value already (WRITE-2). */
  readonly merged: (key: string, before: JsonValue, sent: JsonValue) => JsonValue;
  /** What a refused write leaves behind (WRITE-3). */
  readonly leftBehind: (before: Row | null, sent: JsonObject, code: ProblemCode) => Row | null;
  readonly finishedWrite: (answer: Answer, request: Request) => Answer;
  /** Where a write waits between its checks and its end; null for a server that does both at once. */
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
  allows: ({ scopes }, scope) => scopes.includes(scope) || (scope.endsWith(':read') && scopes.includes('read')),
  costOf: () => 1,
  rateHeadersOf: ({ quota, remaining, reset }) => ({
    'RateLimit-Policy': `"default";q=${quota.requests};w=${quota.seconds}`,
    RateLimit: `"default";r=${remaining};t=${reset}`,
  }),
  etagOf,
  finished: (answer) => answer,
  sent: (answer) => answer,
  mostBytesOf: () => 1024 * 1024,
  merged: (_key, _before, sent) => sent,
  leftBehind: () => null,
  finishedWrite: (answer) => answer,
  pause: null,
};

/** Everything that a server decides, as docs/interface.md says it must. Each mutant of the conformance suite replaces some of it. */
export const soundBehaviour = {
  ...informed,

  // How a query string is read, and a page cut.

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
  /** What else than its position a cursor holds for. */
  identityOf,
  /** The errors that are shown, of those that were found. */
  errorsShown: (errors: readonly ValidationError[]): readonly ValidationError[] => errors,
  /** Whether a row comes after the position of a cursor. */
  isAfter: (row: Position, cursor: Position, { sort }: ListQuery): boolean => comparePositions(row, cursor, sort) > 0,
  pageOf,
  linkOf,
  envelopeOf,

  // Who may do what, how often, and what answers are like.

  credentialsOf,
  tokenOf: (credentials: string, tokens: readonly Token[]): Token | null =>
    tokens.find(({ text, state }) => text === credentials && state === 'good') ?? null,
  /** The scope that a request needs: the narrowest that would do (AUTH-3). */
  scopeFor: ({ contract }: Route, method: string): string =>
    method === 'POST' || method === 'PATCH' ? 'projects:write' : readScope(contract.name),
  challengeOf,
  quotaKeyOf: ({ id }: Token): string => id,
  /** Whether a request that is refused begins a new window, in which nothing is left (RATE-2). */
  refusalsProlong: false,
  retryAfterOf: ({ reset }: Usage): string | null => String(reset),
  /** The headers of which it is not clear what the request means by them (HTTP-9). */
  ambiguousHeadersOf,
  checks: checkOrder,
  /** Whether an OPTIONS is answered before the checks (HTTP-3). */
  optionsAreFree: ({ route }: RequestContext): boolean => route !== null,
  requestIdOf,
  /** Below the base path; what is not exactly so is unknown (HTTP-7). */
  routeOf,
  acceptsJson,
  codingFor,
  notModified: tagMatchesWeakly,
  allowOf: ({ methods }: Route): string => methods.join(', '),
  problemOf,
  transmit,
  /** What request line and headers may take (RATE-3). */
  mostHeaderBytes: 16 * 1024,

  // How projects are written.

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
  /** What a project has rendered already, and a body that sends these fields does not replace (WRITE-10). */
  keptHtml,
  mayBecome,
  publishedAt,
  updatedAt: ({ updated_at }: Row, now: number): string =>
    new Date(Math.max(now, Date.parse(updated_at) + 1)).toISOString(),
  hasChanged: (before: Row, after: Row): boolean => !same(before, after),
  /** The row that is stored, of the one that should be. */
  stored: ({ after }: Written): Row => after,
  answeredRow: ({ after }: Written): Row => after,
  preconditionHolds: tagMatchesStrongly,
  keyOf,
  keyScopeOf: ({ id }: Token, key: string): string => `${id} ${key}`,
  isSameRequest: (before: Buffer, now: Buffer): boolean => before.equals(now),
  /** Whether a key is taken from the beginning of a request, not only from its end. */
  reservesKeys: true,
  /** Whether a request that is refused gives its key back. */
  releasesKeys: true,
};

export type Behaviour = Readonly<typeof soundBehaviour>;
