import { randomUUID } from 'node:crypto';
import { parseUuid, pathOf } from '@resource-catalogue/contracts';
import { type ResponseWithBody, jsonResponse, problemResponse, withETag } from './http/responses.js';
import {
  type ResponseData,
  getHeader,
  type Headers,
  type Request,
  type Route,
  findRoute,
  type Usage,
} from './http/exchange.js';
import { tagMatchesWeakly } from './http/negotiation.js';
import { optionsResponse, readPublicPage } from './http/pages.js';
import { type Access, checkHeaders, checkRequest, quotaOf, readToken } from './http/request-checks.js';
import type { TokenName } from './http/tokens.js';
import type { Parts } from './parts.js';
import { findRow } from './store.js';
import { invalidRequest, parameterError, ProblemError, unknownId } from './problem-error.js';
import { encodeCursor } from './query/cursors.js';
import type { ListQuery } from './query/list-query.js';
import { unknownParameterErrors } from './query/read-list-query.js';
import { Writes } from './write/writes.js';

/** Responds to requests, independently of the network. */
export class Service {
  private readonly writes: Writes;

  constructor(
    private readonly parts: Omit<Parts, 'respond' | 'send'>,
    private readonly access: Access,
    private readonly baseUrl: string,
  ) {
    this.writes = new Writes(parts.store, parts.readBody, baseUrl);
  }

  async respond(request: Request): Promise<ResponseData> {
    const sent = getHeader(request, 'x-request-id') ?? '';
    const requestId = /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : randomUUID();
    const problem = (error: unknown): ResponseData => {
      const known = error instanceof ProblemError ? error : new ProblemError('internal_error', 'The service failed.');
      return problemResponse(known, requestId, this.baseUrl);
    };
    const response = await this.respondCounted(request, problem).catch(problem);
    return { ...response, headers: { ...response.headers, 'X-Request-Id': requestId } };
  }

  /** Responds to all requests, and counts those with a token. */
  private async respondCounted(request: Request, problem: (error: unknown) => ResponseData): Promise<ResponseData> {
    checkHeaders(request);
    const route = findRoute(request.path);
    const page = readPublicPage(request, this.baseUrl);
    if (page !== null) return page;
    if (route !== null && request.method === 'OPTIONS') return optionsResponse(route.methods);
    const { takeQuota } = this.parts;
    const token = readToken(request, this.access, takeQuota);
    const usage = takeQuota(`token ${token}`, quotaOf(token, this.access), request);
    const response = await this.runOperation(request, route, token, usage).catch(problem);
    return { ...response, headers: { ...response.headers, ...rateHeaders(usage) } };
  }

  private async runOperation(
    request: Request,
    found: Route | null,
    token: TokenName,
    usage: Usage,
  ): Promise<ResponseData> {
    const route = checkRequest(request, found, token, usage);
    if (request.method === 'GET' || request.method === 'HEAD')
      return route.kind === 'list' ? this.list(request, route) : this.single(request, route);
    const complete = { ...request, body: request.receive ? await request.receive() : request.body };
    return route.id === null ? this.writes.create(complete, token) : this.writes.update(complete, route.id);
  }

  private list(request: Request, { contract }: Route): ResponseData {
    const { store, readQuery, readPage } = this.parts;
    const query = readQuery(request.rawQuery, contract);
    const { rows, next: position } = readPage(store.rows(contract.name), query);
    const next = position && encodeCursor({ position, scope: query.scope });
    const links = { first: this.linkTo(query, null), next: next && this.linkTo(query, next) };
    const Link = [`<${links.first}>; rel="first"`, ...(links.next === null ? [] : [`<${links.next}>; rel="next"`])];
    const page = { data: rows, links, meta: { next, limit: query.limit } };
    return conditional(jsonResponse(200, page, { Link: Link.join(', ') }), request);
  }

  /** Links repeat all parameters as sent, except the cursor (LIST-4). */
  private linkTo({ contract, pairs }: ListQuery, cursor: string | null): string {
    const sent = pairs.filter(({ name }) => name !== 'cursor').map(({ raw }) => raw);
    const all = [...sent, ...(cursor === null ? [] : [`cursor=${cursor}`])];
    return `${this.baseUrl}${pathOf(contract)}${all.length === 0 ? '' : '?'}${all.join('&')}`;
  }

  private single(request: Request, { contract, id: sent }: Route): ResponseData {
    const id = parseUuid(sent ?? '');
    const badId = id === null ? [parameterError('id', 'invalid_value', 'The id in the path is not a UUID.')] : [];
    const errors = [...badId, ...unknownParameterErrors(request.rawQuery)];
    if (errors.length > 0) throw invalidRequest(errors);
    const row = findRow(this.parts.store, contract.name, id ?? '');
    if (row === null) throw unknownId(contract.name, id ?? '');
    return conditional(jsonResponse(200, { data: row }), request);
  }
}

const rateHeaders = ({ quota, remaining, reset }: Usage): Headers => ({
  'RateLimit-Policy': `"default";q=${quota.requests};w=${quota.seconds}`,
  RateLimit: `"default";r=${remaining};t=${reset}`,
});

/** Handles `ETag` and `If-None-Match` (HTTP-2). */
function conditional(response: ResponseWithBody, request: Request): ResponseData {
  const whole = withETag(response, { 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Accept-Encoding' });
  const { 'Content-Type': _, ...headers } = whole.headers;
  const isKnown = tagMatchesWeakly(getHeader(request, 'if-none-match') ?? '', headers['ETag'] ?? '');
  return isKnown ? { status: 304, headers, body: null } : whole;
}
