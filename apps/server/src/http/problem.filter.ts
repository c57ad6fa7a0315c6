import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import { problemCodes } from '@resource-catalogue/contracts';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { withoutTokens } from '../auth/access-token.js';
import { isUnavailable } from '../database/database-errors.js';
import { Problem, refusedRequest } from '../problems/problem.js';
import type { BaseUrl } from './base-url.js';
import { contextOf } from './request-context.js';
import { send } from './send.js';

/** Seconds until a client may ask again after a failure that passes. */
const retryAfter = '1';

/** What may have been set for the answer that the error prevented. */
const ofAnotherBody = ['ETag', 'Link', 'Content-Encoding', 'Content-Length', 'Content-Security-Policy'];

/** ERR-2, ERR-5: whatever was thrown, wherever, becomes one problem that shows nothing of the inside. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly baseUrl: BaseUrl,
    private readonly logger: Logger,
  ) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    try {
      await this.answer(error, http.getRequest<Request>(), response);
    } catch (failure) {
      // The framework does not wait for a filter: a rejection would end the process.
      this.logger.error({ err: failure }, 'an error could not be answered');
      response.destroy();
    }
  }

  private async answer(error: unknown, request: Request, response: Response): Promise<void> {
    const problem = this.problemOf(error, request);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { status, title } = problemCodes[problem.code];
    for (const name of ofAnotherBody) response.removeHeader(name);
    for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Type', 'application/problem+json');
    const body = {
      type: `${this.baseUrl.of(request)}/problems/${problem.code}`,
      title,
      status,
      detail: problem.message,
      code: problem.code,
      request_id: contextOf(request).requestId,
      ...(problem.faults && { errors: problem.faults }),
    };
    await send(request, response.status(status), Buffer.from(JSON.stringify(body)));
  }

  private problemOf(error: unknown, request: Request): Problem {
    if (error instanceof Problem) return error;
    const requestId = withoutTokens(contextOf(request).requestId);
    if (isUnavailable(error)) {
      this.logger.warn({ err: error, requestId }, 'the database did not answer in time');
      return new Problem('unavailable', 'The catalogue cannot answer at the moment. Try again.', {
        headers: { 'Retry-After': retryAfter },
      });
    }
    if (error instanceof HttpException) return ofFramework(error);
    this.logger.error({ err: error, requestId }, 'a request failed');
    return new Problem('internal_error', 'Something failed inside the service. The request id helps to find out what.');
  }
}

/** The framework refuses little by itself, since every route, body and parameter is judged before it could. */
function ofFramework(error: HttpException): Problem {
  if (error.getStatus() === 404) return new Problem('not_found', 'There is nothing at this path.');
  return refusedRequest([{ code: 'invalid_value', parameter: 'id', detail: 'The path cannot be read.' }]);
}
