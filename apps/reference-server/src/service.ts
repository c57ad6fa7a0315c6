import { parseUuid, problemCodes } from '@resource-catalogue/contracts';
import { allowOf, etagOf, formatLinkHeader, jsonAnswer, problemOf } from './http/answers.js';
import { requestIdOf } from './http/access.js';
import { type Answer, getHeader, type Request, type RequestContext, type Route } from './http/exchange.js';
import { tagMatchesWeakly } from './http/negotiation.js';
import { pageAt } from './http/pages.js';
import { ambiguousHeadersOf, type Checking, checkRequest } from './http/request-checks.js';
import { routeOf } from './http/routes.js';
import type { Parts } from './parts.js';
import { headerError, invalidRequest, parameterError, ProblemError } from './problem-error.js';
import { encodeCursor } from './query/cursors.js';
import type { ListQuery } from './query/list-query.js';
import { refuseParameters } from './query/read-list-query.js';
import { findRow } from './store.js';
import { Writes } from './write/writes.js';

/** Responds to requests, independently of the network. */
export class Service {
  private readonly writes: Writes;

  constructor(
    private readonly parts: Omit<Parts, 'respond' | 'send'>,
    private readonly checking: Checking,
    private readonly baseUrl: string,
  ) {
    this.writes = new Writes(parts.store, parts.readBody, baseUrl);
  }

  async respond(request: Request): Promise<Answer> {
    const requestId = requestIdOf(getHeader(request, 'x-request-id'));
    const context: RequestContext = { request, route: routeOf(request.path), token: null, usage: null };
    const answer = await this.answered(context).catch((error: unknown) => this.problem(error, requestId));
    const { usage } = context;
    const rate = usage !== null && {
      'RateLimit-Policy': `"default";q=${usage.quota.requests};w=${usage.quota.seconds}`,
      RateLimit: `"default";r=${usage.remaining};t=${usage.reset}`,
    };
    return { ...answer, headers: { ...answer.headers, ...rate, 'X-Request-Id': requestId } };
  }

  private problem(error: unknown, requestId: string): Answer {
    const refusal = error instanceof ProblemError ? error : new ProblemError('internal_error', 'The service failed.');
    return jsonAnswer(problemCodes[refusal.code].status, problemOf(refusal, requestId, this.baseUrl), {
      ...refusal.headers,
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      Vary: 'Accept-Encoding',
    });
  }

  private async answered(context: RequestContext): Promise<Answer> {
    const { request, route } = context;
    const { method } = request;
    const ambiguous = ambiguousHeadersOf(request);
    if (ambiguous.length > 0)
      throw invalidRequest(
        ambiguous.map((name) => headerError(name, 'invalid_value', 'Send this header once, in its documented form.')),
      );
    const page = route === null ? pageAt(request.path, this.baseUrl) : null;
    if (page !== null) return pageFor(method, page);
    if (method === 'OPTIONS' && route !== null) return { status: 204, headers: { Allow: allowOf(route) }, body: null };
    checkRequest(context, this.checking);
    if (route === null) throw new ProblemError('not_found', 'This path does not exist.');
    if (method === 'POST' || method === 'PATCH') {
      const body = request.receive ? await request.receive() : request.body;
      const complete = { ...context, request: { ...request, body } };
      return method === 'POST' ? this.writes.create(complete) : this.writes.update(complete);
    }
    return route.kind === 'list' ? this.list(request, route) : this.single(request, route);
  }

  private list(request: Request, { contract }: Route): Answer {
    const { store, readQuery, readPage } = this.parts;
    const query = readQuery(request.rawQuery, contract);
    const { rows, next: position } = readPage(store.rows(contract.name), query);
    const next = position && encodeCursor({ position, scope: query.scope });
    const links = { first: this.linkTo(query, null), next: next && this.linkTo(query, next) };
    const page = { data: rows, links, meta: { next, limit: query.limit } };
    return tagged(jsonAnswer(200, page, { Link: formatLinkHeader(links) }), request);
  }

  /** Links repeat all parameters as sent, except the cursor (LIST-4). */
  private linkTo({ contract, pairs }: ListQuery, cursor: string | null): string {
    const sent = pairs.filter(({ name }) => name !== 'cursor').map(({ raw }) => raw);
    const all = [...sent, ...(cursor === null ? [] : [`cursor=${cursor}`])];
    return `${this.baseUrl}/api/v1/${contract.name}${all.length === 0 ? '' : '?'}${all.join('&')}`;
  }

  private single(request: Request, { contract, id: sent }: Route): Answer {
    const id = parseUuid(sent ?? '');
    const errors = [
      ...(id === null ? [parameterError('id', 'invalid_value', 'The id in the path is not a UUID.')] : []),
      ...refuseParameters(request.rawQuery),
    ];
    if (errors.length > 0) throw invalidRequest(errors);
    const row = findRow(this.parts.store, contract.name, id ?? '');
    if (row === null) throw new ProblemError('not_found', `No ${contract.name} resource has the id ${id ?? ''}.`);
    return tagged(jsonAnswer(200, { data: row }), request);
  }
}

/** Handles `ETag` and `If-None-Match` (HTTP-2). */
function tagged({ status, headers, body }: ReturnType<typeof jsonAnswer>, request: Request): Answer {
  const etag = etagOf(body);
  const kept = { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Accept-Encoding' };
  const ifNoneMatch = getHeader(request, 'if-none-match');
  if (ifNoneMatch === undefined || !tagMatchesWeakly(ifNoneMatch, etag))
    return { status, headers: { ...headers, ...kept }, body };
  const { 'Content-Type': _, ...others } = headers;
  return { status: 304, headers: { ...others, ...kept }, body: null };
}

function pageFor(method: string, page: Answer): Answer {
  const allow = { Allow: 'GET, HEAD, OPTIONS' };
  if (method === 'OPTIONS') return { status: 204, headers: allow, body: null };
  if (method === 'GET' || method === 'HEAD') return page;
  throw new ProblemError('method_not_allowed', `Use one of the methods of this path: ${allow.Allow}.`, allow);
}
