import { readFileSync } from 'node:fs';
import { Controller, Get, Header, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { contextOf } from '../http/request-context.js';
import { viewerScript } from '../package-files.js';
import { FixedBodies, FixedBody, fixedPage } from '../response/send.js';
import { ApiDescription } from './document.js';

const script = 'text/javascript; charset=utf-8';

/** Nothing of it asks anybody but this service: no fonts, no proxy, no accounts, no assistant. */
const settings = {
  url: 'openapi.json',
  documentDownloadType: 'direct',
  proxyUrl: '',
  telemetry: false,
  withDefaultFonts: false,
  // To draw a group at once takes a third of the time until the page can be read.
  defaultOpenFirstTag: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'bearer' },
  metaData: { title: 'Resource Catalogue: reference' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
};
// The viewer sends each parameter of which it finds a value: it gets them as examples that are not chosen yet.
const starter = `const unchosen = (document) => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const parameters = [...operations.flatMap(({ parameters }) => parameters), ...Object.values(document.components.parameters)];
  for (const parameter of parameters.filter(({ schema, required }) => schema && !required)) {
    const { examples: [example] = [], enum: [value] = [], default: usual } = parameter.schema;
    parameter.examples = { default: { value: example ?? usual ?? value, 'x-disabled': true } };
  }
  return document;
};
// Asked for while the viewer is still on its way.
const description = fetch('openapi.json').then((response) => response.json()).then(unchosen);
const customFetch = async (request, ...rest) =>
  new URL(request.url ?? request, location).pathname.endsWith('/openapi.json')
    ? Response.json(await description)
    : fetch(request, ...rest);
addEventListener('DOMContentLoaded', () =>
  Scalar.createApiReference('#reference', { customFetch, ...${JSON.stringify(settings)} }),
);`;

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0b6e4f"
d="M2 2h5v12H2zm7 0h5v5H9zm0 7h5v5H9z"/></svg>`;

// Relative addresses hold behind any path prefix.
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Resource Catalogue: reference</title><link rel="icon" href="docs/icon.svg"></head><body><div id="reference"></div>
<noscript>The reference needs JavaScript. What it shows is <a href="openapi.json">openapi.json</a>.</noscript>
<script src="docs/start.js"></script><script src="docs/viewer.js"></script></body></html>`;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Documents kept, one for each base URL: without a PUBLIC_URL clients choose it, so there may be any number. */
const mostDocuments = 8;

/** What is served beside the document. */
const files: Readonly<Record<string, () => FixedBody>> = {
  '/docs': () => fixedPage(page),
  '/docs/start.js': () => new FixedBody(Buffer.from(starter), script),
  '/docs/viewer.js': () => new FixedBody(readFileSync(viewerScript), script),
  '/docs/icon.svg': () => new FixedBody(Buffer.from(icon), 'image/svg+xml'),
};

/** `/openapi.json`, and the reference with try-it-out at `/docs`, which loads nothing from elsewhere. */
@ApiExcludeController()
@Controller()
export class ReferenceController {
  private readonly documents = new LRUCache<string, FixedBody>({
    max: mostDocuments,
    memoMethod: (url) => new FixedBody(Buffer.from(this.documentAt(url)), 'application/json'),
  });
  private readonly bodies = new FixedBodies(files);

  constructor(private readonly description: ApiDescription) {}

  @Get('openapi.json')
  @Header('Content-Security-Policy', policy)
  openApi(@Req() request: Request): FixedBody {
    return this.documents.memo(contextOf(request).baseUrl);
  }

  @Get(Object.keys(files))
  @Header('Content-Security-Policy', policy)
  file(@Req() { path }: Request): FixedBody | undefined {
    return this.bodies.at(path);
  }

  private documentAt(url: string): string {
    return JSON.stringify({ ...this.description.document(), servers: [{ url }] });
  }
}
