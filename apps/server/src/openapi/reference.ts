import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Express, Request } from 'express';
import type { BaseUrl } from '../http/base-url.js';
import { send } from '../http/send.js';
import { openApiDocument } from './document.js';

/** The viewer's files, by the media type in which they are sent: nothing else of its package is served. */
const assets = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

const initializer = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null,
  tryItOutEnabled: true, persistAuthorization: false, docExpansion: 'none', defaultModelsExpandDepth: 0 });`;

// Relative addresses hold behind any path prefix.
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Resource Catalogue: reference</title><link rel="icon" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css"></head><body><div id="reference"></div>
<script src="docs/swagger-ui-bundle.js"></script><script src="docs/start.js"></script></body></html>`;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** `/openapi.json`, and the reference with try-it-out at `/docs`, which loads nothing from elsewhere. */
export function serveReference(app: NestExpressApplication, express: Express, baseUrl: BaseUrl): void {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const answer = (path: string, type: string, body: (request: Request) => Buffer): void => {
    express.get(path, async (request, response) => {
      response.setHeader('Content-Type', type);
      response.setHeader('Content-Security-Policy', policy);
      await send(request, response, body(request));
    });
  };
  let document: OpenAPIObject | null = null;
  answer('/openapi.json', 'application/json', (request) => {
    document ??= openApiDocument(app);
    return Buffer.from(JSON.stringify({ ...document, servers: [{ url: baseUrl.of(request) }] }));
  });
  answer('/docs', 'text/html; charset=utf-8', () => Buffer.from(page));
  answer('/docs/start.js', 'text/javascript; charset=utf-8', () => Buffer.from(initializer));
  for (const [name, type] of Object.entries(assets)) {
    let content: Buffer | null = null;
    answer(`/docs/${name}`, type, () => (content ??= readFileSync(join(folder, name))));
  }
}
