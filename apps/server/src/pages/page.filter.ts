import { Catch } from '@nestjs/common';
import { problemCodes } from '@resource-catalogue/contracts';
import type { Request } from 'express';
import type { ProblemError } from '../errors/problem-error.js';
import { isApiPath } from '../http/request-context.js';
import { notFoundPage, prefersHtml } from './not-found-page.js';
import { fixedPage, pagePolicy } from './page-layout.js';
import { problemHeaders, ProblemFilter } from '../response/problem.filter.js';
import { HttpResponse } from '../response/send.js';

/** Shows browsers a page at unknown URLs outside the API; other clients get the problem. */
@Catch()
export class PageFilter extends ProblemFilter {
  protected override responseTo(problem: ProblemError, request: Request): HttpResponse {
    const isPage = problem.code === 'not_found' && !isApiPath(request.path);
    if (!isPage || !prefersHtml(request.headers.accept)) return super.responseTo(problem, request);
    const headers = { ...problem.headers, ...problemHeaders, 'Content-Security-Policy': pagePolicy };
    const page = fixedPage(notFoundPage(request.path, problem.message));
    return new HttpResponse(problemCodes.not_found.status, headers, page);
  }
}
