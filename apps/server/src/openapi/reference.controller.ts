import { readFileSync } from 'node:fs';
import { Controller, Get, Header, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { RequiresNoScope } from '../guards/scope.guard.js';
import { getContext } from '../http/request-context.js';
import { viewerScript } from '../package-files.js';
import { fixedPage, pageHead, pageNavigation } from '../pages/page-layout.js';
import { FixedBodies, FixedBody } from '../response/send.js';
import { ApiDescription } from './document.js';

const script = 'text/javascript; charset=utf-8';

/** The explorer's colours (apps/explorer/src/styles/base.css), dark enough on all backgrounds of the viewer. */
const theme = `
.light-mode { --scalar-background-1: #ffffff; --scalar-background-2: #f6f7f7; --scalar-background-3: #e9edeb;
  --scalar-color-1: #17211f; --scalar-color-2: #505955; --scalar-color-3: #505955; --scalar-border-color: #e2e7e5;
  --scalar-color-accent: #0b6e57; --scalar-color-green: #0b6e57; --scalar-color-blue: #0a5c96; --scalar-color-orange: #974100;
  --scalar-color-red: #a3271c; --scalar-color-yellow: #7a5b00; --scalar-color-purple: #5203d1; }
.dark-mode { --scalar-background-1: #121615; --scalar-background-2: #1a201e; --scalar-background-3: #262d2b;
  --scalar-color-1: #e4eae7; --scalar-color-2: #a9b3af; --scalar-color-3: #a9b3af; --scalar-border-color: #303936;
  --scalar-color-accent: #52c99a; --scalar-color-green: #52c99a; --scalar-color-blue: #6cc4f5; --scalar-color-red: #ff9a8d; }
.t-doc__sidebar button[aria-expanded] { min-width: 24px; min-height: 24px; }
.scalar-code-copy .hidden { display: inline; }`;

/** All requests go to this service: no fonts, proxies, accounts or assistants from elsewhere. */
const settings = {
  url: 'openapi.json',
  documentDownloadType: 'direct',
  proxyUrl: '',
  telemetry: false,
  withDefaultFonts: false,
  // Opening a group takes a third of the time until the page can be read.
  defaultOpenFirstTag: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'bearer' },
  customCss: theme,
  metaData: { title: 'Resource Catalogue: reference' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  // A name that begins with the text of the button, so that speech control finds it (WCAG 2.5.3).
  localization: { translations: { navigation: { showAllEndpoints: 'Show More: {name} endpoints' } } },
};
// The viewer sends each parameter that has a value, so values are given as examples that are not selected.
const starter = `const unchosen = (document) => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const parameters = [...operations.flatMap(({ parameters }) => parameters), ...Object.values(document.components.parameters)];
  for (const parameter of parameters.filter(({ schema, required }) => schema && !required)) {
    const { examples: [example] = [], enum: [value] = [], default: usual } = parameter.schema;
    parameter.examples = { default: { value: example ?? usual ?? value, 'x-disabled': true } };
  }
  return document;
};
// Requested while the viewer is still loading.
const description = fetch('openapi.json').then((response) => response.json()).then(unchosen);
const customFetch = async (request, ...rest) =>
  new URL(request.url ?? request, location).pathname.endsWith('/openapi.json')
    ? Response.json(await description)
    : fetch(request, ...rest);
addEventListener('DOMContentLoaded', () =>
  Scalar.createApiReference('#reference', { customFetch, ...${JSON.stringify(settings)} }));`;

/** The header keeps the viewer's colours, which readers can switch. */
const style = `:root { --scalar-custom-header-height: 3.25rem; } body { margin: 0; }
.top { position: sticky; top: 0; z-index: 10; display: flex; align-items: center; gap: 1.25rem; box-sizing: border-box;
  height: var(--scalar-custom-header-height); padding: 0 1.5rem; border-bottom: 1px solid var(--scalar-border-color);
  background: var(--scalar-background-1); color: var(--scalar-color-1); font: 15px/1.5 system-ui, sans-serif; }
.top div { display: flex; gap: 1.25rem; } .top div a { color: var(--scalar-color-accent); }
.top .brand { display: flex; gap: .6rem; align-items: center; margin-right: auto; color: inherit; font-weight: 650; text-decoration: none; white-space: nowrap; }
@media (max-width: 40rem) { :root { --scalar-custom-header-height: 4.25rem; }
  .top { flex-wrap: wrap; align-content: center; gap: .25rem .8rem; padding: 0 1rem; font-size: .85rem; } .top div { gap: .8rem; } }`;

// Relative URLs work behind any path prefix.
const page = `${pageHead('Resource Catalogue: reference', './')}<style>${style}</style></head><body>
${pageNavigation('./')}
<div id="reference"></div>
<noscript><main>The reference needs JavaScript. What it shows is <a href="openapi.json">openapi.json</a>.</main></noscript>
<script src="docs/start.js"></script><script src="docs/viewer.js"></script></body></html>`;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Cached documents, one per base URL: without a PUBLIC_URL clients choose it, so there may be any number. */
const maxDocuments = 8;

/** Files served in addition to the document. */
const files: Readonly<Record<string, () => FixedBody>> = {
  '/docs': () => fixedPage(page),
  '/docs/start.js': () => new FixedBody(Buffer.from(starter), script),
  '/docs/viewer.js': () => new FixedBody(readFileSync(viewerScript), script),
};

/** `/openapi.json`, and the reference at `/docs`, which loads nothing from elsewhere. */
@ApiExcludeController()
@Controller()
@RequiresNoScope()
export class ReferenceController {
  private readonly documents = new LRUCache<string, FixedBody>({
    max: maxDocuments,
    memoMethod: (url) => new FixedBody(Buffer.from(this.documentAt(url)), 'application/json'),
  });
  private readonly bodies = new FixedBodies(files);

  constructor(private readonly description: ApiDescription) {}

  @Get('openapi.json')
  @Header('Content-Security-Policy', policy)
  openApi(@Req() request: Request): FixedBody {
    return this.documents.memo(getContext(request).baseUrl);
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
