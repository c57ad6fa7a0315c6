import { readFileSync } from 'node:fs';
import { Controller, Get, Header, Param, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { isProblemCode, problemCodes } from '@resource-catalogue/contracts';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { ProblemError } from '../errors/problem-error.js';
import { contextOf } from '../http/request-context.js';
import { ApiDescription } from '../openapi/document.js';
import { explorerFolder } from '../package-files.js';
import { FixedBodies, FixedBody, fixedPage } from '../response/send.js';
import { homePage } from './html-pages.js';
import { problemPage } from './problem-page.js';

/** Links in the pages are relative, so that they work behind any path prefix. */
const problemPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** The explorer takes scripts, styles and answers from this service alone, and sends its forms nowhere. */
const explorerPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Only these files of the explorer's build are served. */
const explorerFile = (name: string, type: string) => (): FixedBody =>
  new FixedBody(readFileSync(new URL(name, explorerFolder)), type);

const explorerFiles: Readonly<Record<string, () => FixedBody>> = {
  '/explorer/explorer.js': explorerFile('explorer.js', 'text/javascript; charset=utf-8'),
  '/explorer/explorer.css': explorerFile('explorer.css', 'text/css; charset=utf-8'),
  '/explorer/icon.svg': explorerFile('icon.svg', 'image/svg+xml'),
};

/** Pages kept, one for each base URL that their commands name: without a PUBLIC_URL clients choose it. */
const mostPages = 8;

@ApiExcludeController()
@Controller()
export class PagesController {
  private readonly bodies = new FixedBodies(explorerFiles);
  private readonly problems: ReadonlyMap<string, FixedBody> = new Map(
    Object.keys(problemCodes)
      .filter(isProblemCode)
      .map((code) => [code, fixedPage(problemPage(code))]),
  );
  private readonly homes = new LRUCache<string, FixedBody>({
    max: mostPages,
    memoMethod: (url) => fixedPage(homePage(url, this.description.document().tags ?? [])),
  });

  constructor(private readonly description: ApiDescription) {}

  @Get()
  @Header('Content-Security-Policy', explorerPolicy)
  home(@Req() request: Request): FixedBody {
    return this.homes.memo(contextOf(request).baseUrl);
  }

  @Get(Object.keys(explorerFiles))
  @Header('Content-Security-Policy', explorerPolicy)
  explorer(@Req() { path }: Request): FixedBody | undefined {
    return this.bodies.at(path);
  }

  @Get('problems/:code')
  @Header('Content-Security-Policy', problemPolicy)
  problem(@Param('code') code: string): FixedBody {
    const page = this.problems.get(code);
    if (!page) throw new ProblemError('not_found', 'There is no problem with this code.');
    return page;
  }
}
