import { readdirSync, readFileSync } from 'node:fs';
import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Configuration } from '@resource-catalogue/program';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { ProblemError } from '../errors/problem-error.js';
import { RequiresNoScope } from '../guards/scope.guard.js';
import { getContext } from '../http/request-context.js';
import { ApiDescription } from '../openapi/document.js';
import { explorerFolder } from '../package-files.js';
import { fixedPage, pagePolicy } from './page-layout.js';
import { FixedBodies, FixedBody } from '../response/send.js';
import { homePage } from './html-pages.js';
import { PublicSpaces } from './public-spaces.js';
import { allCodes, problemPage, problemsPage } from './problem-page.js';

/** The explorer loads everything but pictures from this service only, and cannot submit forms. */
const explorerPolicy = (imageHosts: readonly string[]): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src ${["'self'", ...imageHosts].join(' ')}; ` +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Only these files of the explorer's build are served. */
const explorerFile = (name: string, type: string) => (): FixedBody =>
  new FixedBody(readFileSync(new URL(name, explorerFolder)), type);

const explorerFiles: Readonly<Record<string, () => FixedBody>> = {
  '/explorer/explorer.js': explorerFile('explorer.js', 'text/javascript; charset=utf-8'),
  '/explorer/chunk.js': explorerFile('chunk.js', 'text/javascript; charset=utf-8'),
  '/explorer/later.js': explorerFile('later.js', 'text/javascript; charset=utf-8'),
  '/explorer/explorer.css': explorerFile('explorer.css', 'text/css; charset=utf-8'),
  '/explorer/inter.woff2': explorerFile('inter.woff2', 'font/woff2'),
  '/explorer/icon.svg': explorerFile('icon.svg', 'image/svg+xml'),
};

/** The pictures of the demo by their file names; together they are small. */
const readPictures = (): ReadonlyMap<string, FixedBody> =>
  new Map(
    readdirSync(new URL('pictures/', explorerFolder)).map((name) => [
      name,
      explorerFile(`pictures/${name}`, 'image/svg+xml')(),
    ]),
  );

/** Cached pages, one per base URL in their commands: without a PUBLIC_URL clients choose it. */
const maxPages = 8;

@ApiExcludeController()
@Controller()
@RequiresNoScope()
export class PagesController {
  private readonly bodies = new FixedBodies(explorerFiles);
  private readonly problems: ReadonlyMap<string, FixedBody> = new Map(
    allCodes.map((code) => [code, fixedPage(problemPage(code))]),
  );
  private readonly index = fixedPage(problemsPage());
  private pictures: ReadonlyMap<string, FixedBody> | undefined;
  private readonly homes = new LRUCache<string, FixedBody>({ max: maxPages });
  private readonly policy: string;

  constructor(
    private readonly description: ApiDescription,
    private readonly spaces: PublicSpaces,
    private readonly configuration: Configuration,
  ) {
    this.policy = explorerPolicy(configuration.imageHosts);
  }

  @Get(['', 'board'])
  async home(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<FixedBody> {
    response.setHeader('Content-Security-Policy', this.policy);
    const { baseUrl } = getContext(request);
    const spaces = await this.spaces.html();
    const key = JSON.stringify([baseUrl, spaces]);
    const known = this.homes.get(key);
    if (known) return known;
    const { imageHosts } = this.configuration;
    const page = fixedPage(homePage(baseUrl, this.description.document().tags ?? [], { spaces, imageHosts }));
    this.homes.set(key, page);
    return page;
  }

  @Get(Object.keys(explorerFiles))
  @Header('Content-Security-Policy', explorerPolicy([]))
  explorer(@Req() { path }: Request): FixedBody | undefined {
    return this.bodies.at(path);
  }

  @Get('explorer/pictures/:name')
  @Header('Content-Security-Policy', pagePolicy)
  picture(@Param('name') name: string): FixedBody {
    this.pictures ??= readPictures();
    const picture = this.pictures.get(name);
    if (!picture) throw new ProblemError('not_found', 'No picture has this name.');
    return picture;
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
    if (!page) throw new ProblemError('not_found', 'No problem page has this code.');
    return page;
  }
}
