import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { problemCodes } from '@resource-catalogue/contracts';
import { FixedBody, fixedPage } from '../response/send.js';
import { ProblemError } from '../errors/problem-error.js';
import { homePage, problemPage } from './html-pages.js';

/** Links in the pages are relative, so that they work behind any path prefix. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const home = fixedPage(homePage());
const problems = new Map(
  Object.entries(problemCodes).map(([code, entry]) => [code, fixedPage(problemPage(code, entry))]),
);

@ApiExcludeController()
@Controller()
export class PagesController {
  @Get()
  @Header('Content-Security-Policy', policy)
  home(): FixedBody {
    return home;
  }

  @Get('problems/:code')
  @Header('Content-Security-Policy', policy)
  problem(@Param('code') code: string): FixedBody {
    const page = problems.get(code);
    if (!page) throw new ProblemError('not_found', 'There is no problem with this code.');
    return page;
  }
}
