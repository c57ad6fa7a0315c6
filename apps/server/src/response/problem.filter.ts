import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import { problemCodes } from '@resource-catalogue/contracts';
import type { Request, Response } from 'express';
import { isUnavailable, findReason } from '@resource-catalogue/database';
import { ResourceNotFound } from '@resource-catalogue/read';
import { problemDocument } from '../errors/problem-document.js';
import { ProblemError, invalidRequest } from '../errors/problem-error.js';
import { getContext } from '../http/request-context.js';
import { Counts } from '../observability/counts.js';
import { FailureLog } from '../observability/failure-log.js';
import { RecoveryLog } from '../observability/recovery-log.js';
import { HttpResponse } from './send.js';

/** Seconds after which clients may retry after a temporary failure. */
const retryAfter = '1';

/** Headers that may have been set for the response that failed. */
const bodyHeaders = ['ETag', 'Link', 'Content-Encoding', 'Content-Length', 'Content-Security-Policy'];

/** Headers of the response to every problem. */
export const problemHeaders = { 'Cache-Control': 'no-store', Vary: 'Accept-Encoding' };

/** ERR-2, ERR-5: turns every thrown error into a problem without internals. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly failures: FailureLog,
    private readonly recovery: RecoveryLog,
    private readonly counts: Counts,
  ) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    try {
      await this.respond(error, http.getRequest<Request>(), response);
    } catch (failure) {
      // The framework does not wait for a filter: a rejection would end the process.
      this.failures.logFailure(failure, String(response.getHeader('X-Request-Id')), 'could not send an error response');
      response.destroy();
    }
  }

  private async respond(error: unknown, request: Request, response: Response): Promise<void> {
    const problem = this.problemOf(error, request);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    for (const name of bodyHeaders) response.removeHeader(name);
    await this.responseTo(problem, request).send(response);
  }

  /** The response to a problem. */
  protected responseTo(problem: ProblemError, request: Request): HttpResponse {
    const { status } = problemCodes[problem.code];
    const headers = { ...problem.headers, ...problemHeaders, 'Content-Type': 'application/problem+json' };
    return new HttpResponse(status, headers, problemDocument(problem, getContext(request)));
  }

  private problemOf(error: unknown, request: Request): ProblemError {
    if (error instanceof ProblemError) return error;
    if (error instanceof ResourceNotFound) return new ProblemError('not_found', error.message);
    const requestId = getContext(request).requestId;
    if (isUnavailable(error)) {
      this.failures.logOutage(error, requestId);
      this.recovery.watch();
      this.counts.unavailable[findReason(error)] += 1;
      return new ProblemError('unavailable', 'The service cannot reach its data at the moment. Try again.', {
        headers: { 'Retry-After': retryAfter },
      });
    }
    if (error instanceof HttpException) return ofFramework(error);
    this.failures.logFailure(error, requestId);
    return new ProblemError(
      'internal_error',
      'The service failed. Report the request id so that the operator can find the cause.',
    );
  }
}

/** The framework itself rejects little, because routes, bodies and parameters are checked before. */
function ofFramework(error: HttpException): ProblemError {
  if (error.getStatus() === 404) return new ProblemError('not_found', 'This path does not exist.');
  return invalidRequest([{ code: 'invalid_value', parameter: 'id', detail: 'The path cannot be decoded.' }]);
}
