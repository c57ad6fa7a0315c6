import type { Behaviour } from './behaviour.js';
import { problemCodes } from '@resource-catalogue/contracts';
import { jsonAnswer, linkHeaderOf } from './http/answers.js';
import { type Answer, headerOf, type Request, type Route, type RequestContext } from './http/exchange.js';
import { type Checking, checkRequest } from './http/request-checks.js';
import { pageAt } from './http/pages.js';
import { listPage } from './list/paging.js';
import { readListQuery, refuseParameters } from './query/read-list-query.js';
import { uuidOf } from './query/values.js';
import { headerError, parameterError, ProblemError, invalidRequest } from './problem-error.js';
import type { Store } from './store.js';
import { Writes } from './write/writes.js';

/** Answers requests: the interface itself, apart from the network. */
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

  /** The answer, before anything that depends on the wire. */
  async answer(request: Request): Promise<Answer> {
    const context: RequestContext = { request, route: this.behaviour.routeOf(request.path), token: null, usage: null };
    const answer = await this.answerOrProblem(context);
    const rate = context.usage === null ? {} : this.behaviour.rateHeadersOf(context.usage, answer.status);
    const headers = { ...answer.headers, ...rate, 'X-Request-Id': request.requestId };
    return this.behaviour.finished({ ...answer, headers }, context);
  }

  private async answerOrProblem(context: RequestContext): Promise<Answer> {
    try {
      return await this.answered(context);
    } catch (error) {
      if (error instanceof ProblemError) return this.problem(error, context.request);
      return this.problem(new ProblemError('internal_error', 'Something went wrong.'), context.request);
    }
  }

  private problem(refusal: ProblemError, request: Request): Answer {
    const body = this.behaviour.problemOf(refusal, request.requestId, this.baseUrl);
    const headers = {
      ...refusal.headers,
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      Vary: 'Accept-Encoding',
    };
    return jsonAnswer(problemCodes[refusal.code].status, body, headers);
  }

  private async answered(context: RequestContext): Promise<Answer> {
    const { request, route } = context;
    const ambiguous = this.behaviour.ambiguousHeadersOf(request);
    if (ambiguous.length > 0)
      throw invalidRequest(
        ambiguous.map((name) => headerError(name, 'invalid_value', 'Send this header once, in its documented form.')),
      );
    const page = route === null ? this.page(request) : null;
    if (page !== null) return page;
    if (request.method === 'OPTIONS' && this.behaviour.optionsAreFree(context)) return this.options(route);
    checkRequest(context, this.checking);
    if (route === null) throw new ProblemError('not_found', 'There is nothing at this path.');
    switch (request.method) {
      case 'POST':
        return this.writes.create(context);
      case 'PATCH':
        return this.writes.update(context);
      default:
        return route.kind === 'list' ? this.list(context, route) : this.single(context, route);
    }
  }

  private page({ path, method }: Request): Answer | null {
    const page = pageAt(path, this.baseUrl);
    if (page === null) return null;
    const allow = { Allow: 'GET, HEAD, OPTIONS' };
    if (method === 'OPTIONS') return { status: 204, headers: allow, body: null };
    if (method !== 'GET' && method !== 'HEAD')
      throw new ProblemError('method_not_allowed', 'The path has no such method.', allow);
    return page;
  }

  private options(route: Route | null): Answer {
    return { status: 204, headers: route === null ? {} : { Allow: this.behaviour.allowOf(route) }, body: null };
  }

  private list({ request }: RequestContext, { contract }: Route): Answer {
    const query = readListQuery(request.rawQuery, contract, this.behaviour);
    const address = `${this.baseUrl}/api/v1/${contract.name}`;
    const page = listPage(this.store.rows(contract.name), query, address, this.behaviour);
    const answer = jsonAnswer(200, this.behaviour.envelopeOf(page), { Link: linkHeaderOf(page.links) });
    return this.tagged(answer, request);
  }

  private single({ request }: RequestContext, { contract, id: sent }: Route): Answer {
    const id = uuidOf(sent ?? '');
    const errors = [
      ...(id === null ? [parameterError('id', 'invalid_value', 'The path needs a UUID.')] : []),
      ...refuseParameters(request.rawQuery, contract.name, this.behaviour),
    ];
    if (errors.length > 0) throw invalidRequest(this.behaviour.errorsShown(errors));
    const row = this.store.find(contract.name, id ?? '');
    if (row === null) throw new ProblemError('not_found', 'Nothing has this id.');
    return this.tagged(jsonAnswer(200, { data: this.behaviour.shownAlone(row, contract) }), request);
  }

  /** HTTP-2. */
  private tagged({ status, headers, body }: Answer, request: Request): Answer {
    const etag = this.behaviour.etagOf(body ?? Buffer.alloc(0), request);
    const kept = { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Accept-Encoding' };
    const ifNoneMatch = headerOf(request, 'if-none-match');
    if (ifNoneMatch !== undefined && this.behaviour.notModified(ifNoneMatch, etag)) {
      const { 'Content-Type': _, ...others } = headers;
      return { status: 304, headers: { ...others, ...kept }, body: null };
    }
    return { status, headers: { ...headers, ...kept }, body };
  }
}
