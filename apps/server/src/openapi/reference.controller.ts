import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Controller, Get, Header, type INestApplication, Req } from '@nestjs/common';
import { ApiExcludeController, type OpenAPIObject } from '@nestjs/swagger';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { BaseUrl } from '../http/request-head.js';
import { FixedBody, fixedPage } from '../response/send.js';
import { openApiDocument } from './document.js';

const script = 'text/javascript; charset=utf-8';

/** The viewer's own files: nothing else of its package is served. */
const viewer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const viewerFile = (name: string, type: string) => (): FixedBody =>
  new FixedBody(readFileSync(join(viewer, name)), type);

const initializer = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null,
  tryItOutEnabled: true, persistAuthorization: false, docExpansion: 'none', defaultModelsExpandDepth: 0 });`;

// Relative addresses hold behind any path prefix.
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Resource Catalogue: reference</title><link rel="icon" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css"></head><body><div id="reference"></div>
<script src="docs/swagger-ui-bundle.js"></script><script src="docs/start.js"></script></body></html>`;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Documents kept, one for each base URL: without a PUBLIC_URL clients choose it, so there may be any number. */
const mostDocuments = 8;

/** What is served beside the document, each made at its first request. */
const files: Readonly<Record<string, () => FixedBody>> = {
  '/docs': () => fixedPage(page),
  '/docs/start.js': () => new FixedBody(Buffer.from(initializer), script),
  '/docs/swagger-ui.css': viewerFile('swagger-ui.css', 'text/css; charset=utf-8'),
  '/docs/swagger-ui-bundle.js': viewerFile('swagger-ui-bundle.js', script),
  '/docs/favicon-32x32.png': viewerFile('favicon-32x32.png', 'image/png'),
};

/** `/openapi.json`, and the reference with try-it-out at `/docs`, which loads nothing from elsewhere. */
@ApiExcludeController()
@Controller()
export class ReferenceController {
  private app: INestApplication | null = null;
  private document: OpenAPIObject | null = null;
  private readonly documents = new LRUCache<string, FixedBody>({
    max: mostDocuments,
    memoMethod: (url) => new FixedBody(Buffer.from(this.documentAt(url)), 'application/json'),
  });
  private readonly made = new Map<string, FixedBody>();

  constructor(private readonly baseUrl: BaseUrl) {}

  /** The application whose controllers the document shows; the framework injects it nowhere. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  @Get('openapi.json')
  @Header('Content-Security-Policy', policy)
  openApi(@Req() request: Request): FixedBody {
    return this.documents.memo(this.baseUrl.of(request));
  }

  @Get(Object.keys(files))
  @Header('Content-Security-Policy', policy)
  file(@Req() { path }: Request): FixedBody | undefined {
    const known = this.made.get(path) ?? files[path]?.();
    if (known) this.made.set(path, known);
    return known;
  }

  private documentAt(url: string): string {
    if (!this.app) throw new Error('Nobody has said which application to describe.');
    this.document ??= openApiDocument(this.app);
    return JSON.stringify({ ...this.document, servers: [{ url }] });
  }
}
