import { parseUuid, problemCodes } from '@resource-catalogue/contracts';
import type { Behaviour } from './behaviour.js';
import { jsonAnswer, formatLinkHeader } from './http/answers.js';
import { type Answer, getHeader, type Request, type Route, type RequestContext } from './http/exchange.js';
import { pageAt } from './http/pages.js';
import { type Checking, checkRequest } from './http/request-checks.js';
import { listPage } from './list/paging.js';
import { headerError, invalidRequest, parameterError, ProblemError } from './problem-error.js';
import { readListQuery, refuseParameters } from './query/read-list-query.js';
import type { Store } from './store.js';
import { Writes } from './write/writes.js';

/** Responds to requests, independently of the network. */
export class Service {
  private readonly writes: Writes;
  private readonly behaviour: Behaviour;

  constructor(
    private readonly store: Store,
    private readonly checking: Checking,
    private readonly baseUrl: string,
  ) {
    this.behaviour = checking.behaviour;
    this.writes = new Writes(store, checking.behaviour, baseUrl);
  }

  /** The response, before anything that depends on the wire. */
  async answer(request: Request): Promise<Answer> {
    const { behaviour } = this;
    const context: RequestContext = { request, route: behaviour.routeOf(request.path), token: null, usage: null };
    const answer = await this.answered(context).catch((error: unknown) => this.problem(error, request));
    const rate = context.usage === null ? {} : behaviour.rateHeadersOf(context.usage, answer.status);
    const headers = { ...answer.headers, ...rate, 'X-Request-Id': request.requestId };
    return behaviour.finished({ ...answer, headers }, context);
  }

  private problem(error: unknown, { requestId }: Request): Answer {
    const refusal = error instanceof ProblemError ? error : new ProblemError('internal_error', 'The service failed.');
    return jsonAnswer(problemCodes[refusal.code].status, this.behaviour.problemOf(refusal, requestId, this.baseUrl), {
      ...refusal.headers,
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      Vary: 'Accept-Encoding',
    });
  }

  private async answered(context: RequestContext): Promise<Answer> {
    const { request, route } = context;
    const { method } = request;
    const ambiguous = this.behaviour.ambiguousHeadersOf(request);
    if (ambiguous.length > 0)
      throw invalidRequest(
        ambiguous.map((name) => headerError(name, 'invalid_value', 'Send this header once, in its documented form.')),
      );
    const page = route === null ? pageAt(request.path, this.baseUrl) : null;
    if (page !== null) return pageFor(method, page);
    if (method === 'OPTIONS' && this.behaviour.optionsAreFree(context))
      return { status: 204, headers: route === null ? {} : { Allow: this.behaviour.allowOf(route) }, body: null };
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
    const query = readListQuery(request.rawQuery, contract, this.behaviour);
    const address = `${this.baseUrl}/api/v1/${contract.name}`;
    const page = listPage(this.store.rows(contract.name), query, address, this.behaviour);
    return this.tagged(
      jsonAnswer(200, this.behaviour.envelopeOf(page), { Link: formatLinkHeader(page.links) }),
      request,
    );
  }

  private single(request: Request, { contract, id: sent }: Route): Answer {
    const id = parseUuid(sent ?? '');
    const errors = [
      ...(id === null ? [parameterError('id', 'invalid_value', 'The id in the path is not a UUID.')] : []),
      ...refuseParameters(request.rawQuery, contract.name, this.behaviour),
    ];
    if (errors.length > 0) throw invalidRequest(this.behaviour.errorsShown(errors));
    const row = this.store.find(contract.name, id ?? '');
    if (row === null) throw new ProblemError('not_found', `No ${contract.name} resource has the id ${id ?? ''}.`);
    return this.tagged(jsonAnswer(200, { data: this.behaviour.shownAlone(row, contract) }), request);
  }

  /** Handles `ETag` and `If-None-Match` (HTTP-2). */
  private tagged({ status, headers, body }: ReturnType<typeof jsonAnswer>, request: Request): Answer {
    const etag = this.behaviour.etagOf(body, request);
    const kept = { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Accept-Encoding' };
    const ifNoneMatch = getHeader(request, 'if-none-match');
    if (ifNoneMatch === undefined || !this.behaviour.notModified(ifNoneMatch, etag))
      return { status, headers: { ...headers, ...kept }, body };
    const { 'Content-Type': _, ...others } = headers;
    return { status: 304, headers: { ...others, ...kept }, body: null };
  }
}

function pageFor(method: string, page: Answer): Answer {
  const allow = { Allow: 'GET, HEAD, OPTIONS' };
  if (method === 'OPTIONS') return { status: 204, headers: allow, body: null };
  if (method === 'GET' || method === 'HEAD') return page;
  throw new ProblemError('method_not_allowed', `Use one of the methods of this path: ${allow.Allow}.`, allow);
}
