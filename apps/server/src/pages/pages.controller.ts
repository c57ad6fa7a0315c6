import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { problemCodes } from '@resource-catalogue/contracts';
import { Problem } from '../problems/problem.js';
import { homePage } from './home-page.js';
import { problemPage } from './problem-page.js';

/** Pages for people; links in them are relative, so that they hold behind any path prefix. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

@ApiExcludeController()
@Controller()
export class PagesController {
  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', policy)
  home(): string {
    return homePage();
  }

  @Get('problems/:code')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', policy)
  problem(@Param('code') code: string): string {
    const entry = Object.entries(problemCodes).find(([known]) => known === code);
    if (!entry) throw new Problem('not_found', 'There is no problem of this code.');
    return problemPage(...entry);
  }
}
