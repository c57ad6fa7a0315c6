import { readFileSync } from 'node:fs';
import { Controller, Get, Header, Param, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { ProblemError } from '../errors/problem-error.js';
import { getContext } from '../http/request-context.js';
import { ApiDescription } from '../openapi/document.js';
import { explorerFolder } from '../package-files.js';
import { pagePolicy } from '../response/page-layout.js';
import { FixedBodies, FixedBody, fixedPage } from '../response/send.js';
import { homePage } from './html-pages.js';
import { allCodes, problemPage, problemsPage } from './problem-page.js';

/** The explorer loads scripts, styles and data from this service only, and cannot submit forms. */
const explorerPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Only these files of the explorer's build are served. */
const explorerFile = (name: string, type: string) => (): FixedBody =>
  new FixedBody(readFileSync(new URL(name, explorerFolder)), type);

const explorerFiles: Readonly<Record<string, () => FixedBody>> = {
  '/explorer/explorer.js': explorerFile('explorer.js', 'text/javascript; charset=utf-8'),
  '/explorer/chunk.js': explorerFile('chunk.js', 'text/javascript; charset=utf-8'),
  '/explorer/collections.js': explorerFile('collections.js', 'text/javascript; charset=utf-8'),
  '/explorer/explorer.css': explorerFile('explorer.css', 'text/css; charset=utf-8'),
  '/explorer/icon.svg': explorerFile('icon.svg', 'image/svg+xml'),
};

/** Cached pages, one per base URL in their commands: without a PUBLIC_URL clients choose it. */
const maxPages = 8;

@ApiExcludeController()
@Controller()
export class PagesController {
  private readonly bodies = new FixedBodies(explorerFiles);
  private readonly problems: ReadonlyMap<string, FixedBody> = new Map(
    allCodes.map((code) => [code, fixedPage(problemPage(code))]),
  );
  private readonly index = fixedPage(problemsPage());
  private readonly homes = new LRUCache<string, FixedBody>({
    max: maxPages,
    memoMethod: (url) => fixedPage(homePage(url, this.description.document().tags ?? [])),
  });

  constructor(private readonly description: ApiDescription) {}

  @Get()
  @Header('Content-Security-Policy', explorerPolicy)
  home(@Req() request: Request): FixedBody {
    return this.homes.memo(getContext(request).baseUrl);
  }

  @Get(Object.keys(explorerFiles))
  @Header('Content-Security-Policy', explorerPolicy)
  explorer(@Req() { path }: Request): FixedBody | undefined {
    return this.bodies.at(path);
  }

  @Get('problems')
  @Header('Content-Security-Policy', pagePolicy)
  problemIndex(): FixedBody {
    return this.index;
  }

  @Get('problems/:code')
  @Header('Content-Security-Policy', pagePolicy)
  problem(@Param('code') code: string): FixedBody {
    const page = this.problems.get(code);
    if (!page) throw new ProblemError('not_found', 'There is no problem with this code.');
    return page;
  }
}
