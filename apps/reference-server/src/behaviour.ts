import type { ServerResponse } from 'node:http';
import type { AnyCollectionContract as Contract, FilterField, ProblemCode } from '@resource-catalogue/contracts';
import type { Answer, Headers, Request, RequestContext, Route, Token, Usage } from './http/exchange.js';
import type { JsonObject, JsonValue, Row } from './json.js';
import type { Page, ShownPage } from './list/page.js';
import type { ProblemError, ValidationError } from './problem-error.js';
import type { ListQuery, Position, RangeTest, SetTest, Sort, Test } from './query/list-query.js';
import type { Pair } from './query/pairs.js';
import type { Referenced, Written } from './write/rules.js';

/** The checks common to all requests (ERR-4). */
export type CheckName = 'token' | 'quota' | 'path' | 'method' | 'scope' | 'accept' | 'type' | 'size';

/**
 * Every decision of a server. `soundBehaviour` decides as docs/interface.md requires; mutants of the conformance suite
 * replace some of the decisions. Some functions get more arguments than the sound server uses, because mutants use them.
 */
export interface Behaviour {
  // Query strings and pages.

  readonly pairsOf: (rawQuery: string, contract: Contract) => readonly Pair[];
  readonly instantOf: (text: string, filter: FilterField, operator: string) => number | null;
  readonly integerOf: (text: string) => number | null;
  readonly defaultLimit: number;
  readonly maximumLimit: number;
  readonly maximumSetSize: number;
  readonly limitOf: (text: string) => number | null;
  readonly sortOf: (text: string, contract: Contract) => Sort | 'unknown' | null;
  readonly defaultSortOf: (contract: Contract) => string;
  readonly flagOf: (text: string) => boolean | null;
  readonly itemsOf: (pair: Pair, literal: boolean) => readonly string[];
  readonly setValueOf: (filter: FilterField, text: string) => string | null;
  readonly encodeCursor: (position: Position, identity: string) => string;
  readonly decodeCursor: (cursor: string, identity: string | null) => Position | null;
  /** The query that a cursor is valid for (PAGE-3). */
  readonly identityOf: (contract: Contract, sort: Sort, tests: readonly Test[]) => string;
  /** The tests that are applied, of those requested. */
  readonly testsOf: (tests: readonly Test[], contract: Contract) => readonly Test[];
  /** Whether an error of a query or body is ignored. */
  readonly tolerates: (
    error: ValidationError,
    place: { readonly collection: string; readonly value: string },
  ) => boolean;
  /** The errors that are reported, of those found. */
  readonly errorsShown: (errors: readonly ValidationError[]) => readonly ValidationError[];
  readonly valuesAt: (row: Row, field: string, contract: Contract) => readonly string[];
  readonly timeAt: (row: Row, field: string, contract: Contract) => number | null;
  readonly integerAt: (row: Row, field: string, contract: Contract) => number | null;
  readonly setKeeps: (test: SetTest, actual: readonly string[], row: Row, contract: Contract) => boolean;
  readonly rangeKeeps: (test: RangeTest, value: number | null, contract: Contract) => boolean;
  readonly flagKeeps: (wanted: boolean, row: Row, contract: Contract) => boolean;
  /** Combines the results of several tests (FILT-1). */
  readonly joined: (answers: readonly boolean[], tests: readonly Test[]) => boolean;
  /** The rows visible to a list, before any filter (FILT-8). */
  readonly rowsOf: (rows: readonly Row[], query: ListQuery) => readonly Row[];
  readonly positionOf: (row: Row, sort: Sort, contract: Contract) => Position;
  readonly comparePositions: (one: Position, other: Position, sort: Sort, contract: Contract) => number;
  /** Whether a row comes after the position of a cursor. */
  readonly isAfter: (row: Position, cursor: Position, query: ListQuery) => boolean;
  readonly pageOf: (sorted: readonly Row[], query: ListQuery, behaviour: Behaviour) => Page;
  readonly linkOf: (address: string, query: ListQuery, cursor: string | null) => string;
  readonly envelopeOf: (page: ShownPage) => JsonObject;
  readonly shownInList: (row: Row, contract: Contract) => JsonObject;
  readonly shownAlone: (row: Row, contract: Contract) => JsonObject;

  // Access, quotas, and the form of responses.

  readonly credentialsOf: (request: Request) => string | null;
  readonly tokenOf: (credentials: string, tokens: readonly Token[]) => Token | null;
  readonly needsToken: (context: RequestContext) => boolean;
  /** The narrowest scope that allows a request (AUTH-3). */
  readonly scopeFor: (route: Route, method: string) => string;
  readonly allows: (token: Token, scope: string, context: RequestContext) => boolean;
  readonly challengeOf: (error: 'invalid_token' | 'insufficient_scope' | null, scope: string | null) => string;
  readonly quotaKeyOf: (token: Token) => string;
  /** The cost of a request, known before its response (RATE-2). */
  readonly costOf: (request: Request) => number;
  /** Whether a refused request starts a new window without any remaining quota (RATE-2). */
  readonly refusalsProlong: boolean;
  readonly rateHeadersOf: (usage: Usage, status: number) => Headers;
  readonly retryAfterOf: (usage: Usage) => string | null;
  /** Headers that make the request ambiguous (HTTP-9). */
  readonly ambiguousHeadersOf: (request: Request) => readonly string[];
  readonly checks: readonly CheckName[];
  /** Whether OPTIONS gets its response before the checks (HTTP-3). */
  readonly optionsAreFree: (context: RequestContext) => boolean;
  readonly requestIdOf: (sent: string | undefined) => string;
  /** Matches a path below the base path exactly (HTTP-7). */
  readonly routeOf: (path: string) => Route | null;
  readonly acceptsJson: (header: string | undefined) => boolean;
  readonly codingFor: (header: string | undefined, size: number) => 'gzip' | 'br' | null;
  readonly etagOf: (body: Buffer, request: Request) => string;
  readonly notModified: (header: string, etag: string) => boolean;
  readonly allowOf: (route: Route) => string;
  readonly problemOf: (error: ProblemError, requestId: string, baseUrl: string) => JsonObject;
  /** The logical response, before HEAD, 304 and compression. */
  readonly finished: (answer: Answer, context: RequestContext) => Answer;
  /** The response as transmitted. */
  readonly sent: (answer: Answer, request: Request) => Answer;
  readonly transmit: (answer: Answer, request: Request, response: ServerResponse) => void;
  /** Maximum size of the request line and headers in bytes (RATE-3). */
  readonly maxHeaderBytes: number;
  /** Maximum size of the body of this request in bytes (RATE-3). */
  readonly maxBodyBytes: (request: Request) => number;

  // Writes of projects.

  readonly readBody: (bytes: Buffer) => {
    readonly body: JsonObject | null;
    readonly errors: ValidationError[];
  };
  readonly mediaTypesOf: (method: string) => readonly string[];
  readonly trimmed: (text: string) => string;
  readonly lengthOf: (text: string) => number;
  readonly isWebUrl: (text: string) => boolean;
  readonly folded: (tag: string) => string;
  readonly refersTo: (project: Row, to: Referenced, id: string) => boolean;
  readonly isUsable: (row: Row) => boolean;
  readonly slugOf: (name: string, taken: ReadonlySet<string>) => string;
  readonly rendered: (markdown: string) => string;
  readonly blocksOf: (markdown: string) => number;
  /** Rendered fields of a project that the body does not replace (WRITE-10). */
  readonly keptHtml: (before: Row, sent: readonly string[]) => string[];
  readonly mayBecome: (state: string, next: string) => boolean;
  readonly publishedAt: (before: Row | null, state: string, now: string) => string | null;
  readonly updatedAt: (row: Row, now: number) => string;
  /** The new value of a key that already has one (WRITE-2). */
  readonly merged: (key: string, before: JsonValue, sent: JsonValue) => JsonValue;
  readonly hasChanged: (before: Row, after: Row) => boolean;
  /** The row that a write stores. */
  readonly stored: (written: Written) => Row;
  /** The row left behind by a refused write (WRITE-3). */
  readonly leftBehind: (before: Row | null, sent: JsonObject, code: ProblemCode) => Row | null;
  readonly answeredRow: (written: Written) => Row;
  readonly finishedWrite: (answer: Answer, request: Request) => Answer;
  /** A wait between the checks and the end of a write; null for a server that does both at once. */
  readonly pause: (() => Promise<void>) | null;
  readonly preconditionHolds: (header: string, etag: string) => boolean;
  readonly keyOf: (sent: string) => string | null;
  readonly keyScopeOf: (token: Token, key: string) => string;
  readonly isSameRequest: (before: Buffer, now: Buffer) => boolean;
  /** Whether a key is reserved from the start of a request, not only from its end. */
  readonly reservesKeys: boolean;
  /** Whether a refused request releases its key. */
  readonly releasesKeys: boolean;
}
