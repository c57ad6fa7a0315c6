import { isProblemCode, problemCodes } from '@resource-catalogue/contracts';
import { openApiDocument } from './open-api.js';
import { etagOf, jsonAnswer } from './answers.js';
import type { Answer } from './exchange.js';

const kept = (answer: Answer & { readonly body: Buffer }): Answer => ({
  ...answer,
  headers: { ...answer.headers, ETag: etagOf(answer.body), 'Cache-Control': 'no-cache' },
});

const html = (title: string, text: string): Answer =>
  kept({
    status: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body: Buffer.from(`<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`),
  });

/** Pages outside the interface, which need no token; null for other paths. */
export function pageAt(path: string, baseUrl: string): Answer | null {
  const [, code = ''] = /^\/problems\/(\w+)$/.exec(path) ?? [];
  if (isProblemCode(code)) return html(problemCodes[code].title, problemCodes[code].explanation);
  switch (path) {
    case '/':
      return html('Resource Catalogue', 'The reference server: an implementation in memory.');
    case '/docs':
      return html('Reference', 'See openapi.json.');
    case '/health/live':
    case '/health/ready':
      return jsonAnswer(200, { status: 'ok' });
    case '/openapi.json':
      return kept(jsonAnswer(200, openApiDocument(baseUrl)));
    case '/problems':
      return html('Problems', Object.keys(problemCodes).join(', '));
    default:
      return null;
  }
}
